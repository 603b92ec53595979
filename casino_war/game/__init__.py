"""The pure rules of Casino War and War: values in, values out, standard library only."""
