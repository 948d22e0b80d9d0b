"""The castle on a PC: reads the serial mirror and shows the game as a picture."""
