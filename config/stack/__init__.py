"""The full stack on one machine without containers: the processes of docker-compose.yml, started and kept up by one."""
