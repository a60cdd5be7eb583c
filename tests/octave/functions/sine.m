function y = sine(x, a)
  global amplitude;
  factor = 1;
  if (! isempty(amplitude))
    factor = amplitude;
  end
  y = factor * a * sin(x);
end
