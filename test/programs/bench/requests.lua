-- Sends the prepared requests of the file REQUESTS in turn, from any of them on. A line has method, path, body and API key of one, separated
-- by tabs. An @ in a body becomes a number that no other request has. Those without one are formatted once: it would slow wrk down.
local number = tonumber(os.getenv("FIRST_NUMBER"))
local prepared = {}
local count

local function headersWith(key)
  if key == "" then return nil end
  local headers = { authorization = "Bearer " .. key }
  for name, value in pairs(wrk.headers) do
    if name:lower() ~= "authorization" then headers[name] = value end
  end
  return headers
end

init = function()
  for line in io.lines(os.getenv("REQUESTS")) do
    local method, path, body, key = line:match("^(%S+)\t(%S+)\t([^\t]*)\t(.*)$")
    local headers = headersWith(key)
    local numbered = body:find("@", 1, true) and { method, path, headers, body }
    prepared[#prepared + 1] = numbered or wrk.format(method, path, headers, body ~= "" and body or nil)
  end
  -- A slow server gets few requests in a round, and they shouldn't always be those of the first tenants.
  math.randomseed(number)
  count = math.random(#prepared)
end

request = function()
  count = count % #prepared + 1
  local next = prepared[count]
  if type(next) == "string" then return next end
  number = number + 1
  return wrk.format(next[1], next[2], next[3], (next[4]:gsub("@", number)))
end

dofile(os.getenv("REPORT"))
