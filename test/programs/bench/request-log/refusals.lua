-- Every EVERY-th request is refused, with the next of KEYS. Prepared in advance: building one for each call slows wrk down.
local every = tonumber(os.getenv("EVERY"))
local refused = {}
local accepted
local count = 0

init = function()
  accepted = wrk.format("GET")
  for key in os.getenv("KEYS"):gmatch("[^,]+") do
    refused[#refused + 1] = wrk.format("GET", "/api/v1/products?limit=nonsense", { authorization = "Bearer " .. key })
  end
end

request = function()
  count = count + 1
  if count % every > 0 then return accepted end
  return refused[count / every % #refused + 1]
end

dofile(os.getenv("REPORT"))
