/** One kind of difference from the stock server, declared under a heading of docs/differences.md. */
export interface DeclaredDifference {
  readonly heading: string
  readonly request: RegExp
  /** Where in the answer; the index of a socket's answer comes first. */
  readonly path: RegExp
}

const ANYWHERE = /^/

/** Every difference that the scripted traffic may show. */
export const DECLARED: readonly DeclaredDifference[] = [
  { heading: "Names and versions are the environment's own", request: /^GET \/metadata/, path: /^\.body\.(name|description|version)$/ },
  { heading: "A reset's observation has a schema of its own", request: /^GET \/schema/, path: /^\.body\.reset_observation\./ },
  {
    heading: 'Schemas carry no Python docstrings',
    request: /^GET \/schema/,
    path: /\.description$|\.ToolErrorType$|\.error_type\.(\$ref|enum|title|type)$|\.error\.title$/,
  },
  { heading: 'A rejected upgrade has a true status', request: /^(GET \/ws|WS \/nope) /, path: /^\.(status|body\.detail|0\.refused)$/ },
  { heading: "A slash at the end of a socket's path is allowed", request: /^WS \/ws\/ /, path: ANYWHERE },
  { heading: 'The bare message of 2025', request: /\{"message": "legacy"\}/, path: ANYWHERE },
  { heading: 'Arguments must be an object', request: /"method": "tools\/call".*"arguments": \[\]/, path: /\.error\.message$/ },
  { heading: 'A name must be a string', request: /"params": \{"name": 5\}/, path: /\.error\.(code|message)$/ },
  { heading: 'An id is a string, an integer or null', request: /"id": true/, path: /\.(error|id|result)$/ },
  { heading: 'JSON-RPC that is no object leaves the socket open', request: /^WS \/mcp \[(\[\]|"null"|"5"|"\\"\\""), /, path: ANYWHERE },
  { heading: 'A frame that is no object leaves the socket open', request: /^WS \/ws .*, "(\[\]|null|5|\\"a\\"|b'.*')", /, path: ANYWHERE },
  { heading: 'Frames may carry request_id', request: /^WS \/ws .*"request_id": "a"/, path: ANYWHERE },
  { heading: "A reset's seed and episode_id are checked on /ws, too", request: /^WS \/ws .*"seed": "x"/, path: ANYWHERE },
]
