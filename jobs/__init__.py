"""What is to be done later, once: rows that were written along with what asks for them, and whoever carries them out.

A job is left in the transaction that gives rise to it. Celery, or the server's own worker where there is no Redis, takes it
up after the commit; a sweep finds what nobody was told of. A worker holds a job on a lease: of one that died, the job is
taken up again. Hence a job may run twice, and whatever it does must bear that.
"""
