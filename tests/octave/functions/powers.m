function y = powers(x)
  y = [x; 2 * x; x^2];
end
