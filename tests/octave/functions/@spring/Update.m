function [cl, F, FDE, FDEPrime] = Update(cl, Eps, EpsPrime)
  n = numel(Eps);
  F = cl.k * Eps + cl.d * EpsPrime;
  FDE = cl.k * eye(n); FDEPrime = cl.d * eye(n);
end
