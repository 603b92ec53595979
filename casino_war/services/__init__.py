"""What people can do: one function per user action, one transaction each."""
