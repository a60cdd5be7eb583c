function cl = spring(pDM, HP)
  cl.k = HP.GetReal();
  cl.d = 0;
  if HP.IsKeyWord("damping")
    cl.d = HP.GetReal();
  end
  cl = class(cl, "spring");
end
