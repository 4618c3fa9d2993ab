"""A campaign as one file: a header, then every entry byte by byte. Out of one server, into another."""
