"""Tables, engine and triggers: what is kept, without a rule of any game."""
