"""What pages need to work without a connection."""
