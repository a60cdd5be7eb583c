function y = broken(x)
  error("division by zero");
end
