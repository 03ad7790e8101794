-- Sends the prepared requests of the file REQUESTS in turn: method, path and body of each, separated by tabs. An @ in a
-- body becomes a number that no other request has. Those without one are formatted once: it would slow wrk down.
local number = tonumber(os.getenv("FIRST_NUMBER"))
local prepared = {}
local count = 0

init = function()
  for line in io.lines(os.getenv("REQUESTS")) do
    local method, path, body = line:match("^(%S+)\t(%S+)\t(.*)$")
    local numbered = body:find("@", 1, true) and { method, path, body }
    prepared[#prepared + 1] = numbered or wrk.format(method, path, nil, body ~= "" and body or nil)
  end
end

request = function()
  count = count % #prepared + 1
  local next = prepared[count]
  if type(next) == "string" then return next end
  number = number + 1
  return wrk.format(next[1], next[2], nil, (next[3]:gsub("@", number)))
end

dofile(os.getenv("REPORT"))
