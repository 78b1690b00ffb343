import { type Box, BoxError, type Edit } from '../../core/index.ts'
import type { ToolRun } from './coding-tools-state.ts'

/** Characters of a text that is not found which the error shows. */
const SHOWN_CHARACTERS = 80
const SEARCH_TIMEOUT_MS = 60_000

/** Searches as upstream's, by Python's own pathlib and re: a program that prints one JSON object. */
const SEARCHES = {
  glob: `
root, pattern = Path(asked["path"]), asked["pattern"]
answer = {"matches": sorted(str(found) for found in root.glob(pattern))}
`,
  grep: `
root, pattern, include = Path(asked["path"]), re.compile(asked["pattern"]), asked["include"]
matches = []
for found in root.rglob("*"):
    if not found.is_file() or (include and not fnmatch.fnmatch(found.name, include)):
        continue
    try:
        lines = found.read_text(encoding="utf-8").splitlines()
    except Exception:
        continue
    matches += [f"{found}:{number}:{line}" for number, line in enumerate(lines, start=1) if pattern.search(line)]
answer = {"matches": matches} if root.exists() else {"error": "path not found"}
`,
  ls: `
root, ignore = Path(asked["path"]), set(asked["ignore"])
if root.exists():
    items = [{"name": found.name, "is_dir": found.is_dir()} for found in sorted(root.iterdir()) if found.name not in ignore]
    answer = {"matches": [f"{'[dir]' if item['is_dir'] else '[file]'} {item['name']}" for item in items], "items": items}
else:
    answer = {"error": "path not found"}
`,
}

function programOf(search: string): string {
  const failure = 'except Exception as error:\n    answer = {"error": f"{type(error).__name__}: {error}"}'
  const body = search.trim().replaceAll(/^/gm, '    ')
  return `import fnmatch, json, re, sys\nfrom pathlib import Path\nasked = json.loads(sys.argv[1])\ntry:\n${body}\n${failure}\nprint(json.dumps(answer))`
}

/** Finds files, lines in files, or a folder's entries; paths start at the home folder. */
export async function search(box: Box, kind: keyof typeof SEARCHES, asked: Record<string, unknown>): Promise<ToolRun> {
  const command = ['python3', '-c', programOf(SEARCHES[kind]), JSON.stringify(asked)]
  const { stdout, stderr, exitCode, truncated } = await box.exec(command, { timeoutMs: SEARCH_TIMEOUT_MS, maxOutputBytes: 8 * 1024 ** 2 })
  if (exitCode !== 0 || truncated) return { output: '', error: stderr.trim() || 'the search found too much or took too long' }
  const {
    error,
    matches = [],
    items,
  } = JSON.parse(stdout) as { error?: string; matches?: string[]; items?: { name: string; is_dir: boolean }[] }
  if (error !== undefined) return { output: '', error }
  return { output: matches.join('\n'), metadata: items === undefined ? { matches } : { items } }
}

/** A file's text, or the part of it from `offset` on, at most `limit` characters. */
export async function readText(box: Box, path: string, offset: number | null, limit: number | null): Promise<ToolRun> {
  try {
    const characters = [...(await box.readFile(fromHome(path)))]
    // Python's slices count from the end when they are negative, as JavaScript's do.
    return {
      output: characters
        .slice(offset ?? 0)
        .slice(0, limit ?? undefined)
        .join(''),
    }
  } catch (error) {
    return { output: '', error: refusal(error, path) }
  }
}

export async function writeText(box: Box, path: string, content: string): Promise<ToolRun> {
  try {
    await box.writeFile(fromHome(path), content)
    return { output: 'write ok', metadata: { bytes: new TextEncoder().encode(content).length } }
  } catch (error) {
    return { output: '', error: `write failed: ${refusal(error, path).replace(/^\w+Error: /, '')}` }
  }
}

/** Makes all edits or none. `done` is what the tool says when they were made. */
export async function editText(box: Box, path: string, edits: readonly Edit[], done: string): Promise<ToolRun> {
  try {
    await box.editFile(fromHome(path), edits)
    return { output: done }
  } catch (error) {
    if (error instanceof BoxError && error.code === 'NOT_FOUND_IN_FILE') {
      return { output: '', error: `old_string not found: ${[...error.message].slice(0, SHOWN_CHARACTERS).join('')}` }
    }
    return { output: '', error: refusal(error, path) }
  }
}

/** The box's files have no working folder: paths start where the shell does. */
function fromHome(path: string): string {
  return path.startsWith('/') ? path : `/home/user/${path}`
}

/** What the file system refuses, as Python says it: the exception, its number and its text. */
const PYTHON_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'PermissionError: [Errno 13] Permission denied',
  ENOTDIR: 'NotADirectoryError: [Errno 20] Not a directory',
  EISDIR: 'IsADirectoryError: [Errno 21] Is a directory',
}

function refusal(error: unknown, path: string): string {
  if (!(error instanceof BoxError)) throw error
  if (error.code === 'ENOENT') return 'file not found'
  const known = PYTHON_ERRORS[error.code]
  return known === undefined ? error.message : `${known}: '${path || '.'}'`
}
