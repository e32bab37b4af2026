"""The load that the server's benchmarks put on it, and the servers that they start."""
