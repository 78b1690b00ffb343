/** What hostile code does in a box, and what its session must be told. */
export interface Attempt {
  readonly name: string
  /** A shell command, or a path where `op` is `read`. */
  readonly text: string
  readonly op?: 'read'
  readonly timeoutMs?: number
  /** What the step answers; `exit_code` and `limit` where they say something. */
  readonly expected: { stdout?: RegExp; exit_code?: number; limit?: 'time' | 'memory' | 'disk' | null; truncated?: boolean }
}

/** Limits are short, so that a table of attempts is: what they do is the same. */
const SOON_MS = 700
const python = (code: string): string => `python3 - <<'END'\n${code}\nEND`

/** Written by another session before the attempts. None of them may see it. */
export const OTHERS_SECRET = 'hippopotamus-of-another-session'

const exhausting: readonly Attempt[] = [
  { name: 'a fork bomb', text: ':(){ :|:& };: ; sleep 60', timeoutMs: SOON_MS, expected: {} },
  {
    name: 'a fork bomb whose children leave their session',
    text: 'f() { setsid bash -c "$(declare -f f); f" & f; }; f',
    timeoutMs: SOON_MS,
    expected: {},
  },
  {
    name: 'threads without end',
    text: python('import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,)).start()'),
    timeoutMs: SOON_MS,
    expected: {},
  },
  {
    name: 'one process that takes all memory',
    text: python('x = bytearray(4 * 10**9)'),
    expected: { exit_code: 1, stdout: /MemoryError/ },
  },
  {
    name: 'many processes that take all memory together',
    text: `for i in 1 2 3 4; do python3 -c 'import time; x = bytearray(10**8); time.sleep(60)' & done; wait`,
    expected: { limit: 'memory' },
  },
  { name: 'memory as files', text: 'head -c 10G /dev/zero > /dev/shm/x', expected: { exit_code: 1, stdout: /No space left/ } },
  { name: 'endless output', text: 'yes', timeoutMs: SOON_MS, expected: { limit: 'time', truncated: true, stdout: /^y\ny\n/ } },
  { name: 'endless output to standard error', text: 'yes >&2', timeoutMs: SOON_MS, expected: { limit: 'time', truncated: true } },
  { name: '100 MB of output', text: 'head -c 100000000 /dev/zero | tr "\\0" x', expected: { exit_code: 0, truncated: true, limit: null } },
  { name: 'a line without an end', text: 'head -c 20000000 /dev/urandom', expected: { exit_code: 0, truncated: true } },
  { name: 'an endless loop', text: 'while :; do :; done', timeoutMs: SOON_MS, expected: { limit: 'time', exit_code: 137 } },
  {
    name: 'a process that ignores every signal it may',
    text: python(
      'import signal, time\nfor n in range(1, 32):\n  try: signal.signal(n, signal.SIG_IGN)\n  except OSError: pass\ntime.sleep(60)',
    ),
    timeoutMs: SOON_MS,
    expected: { limit: 'time' },
  },
  { name: 'a wait for input that never comes', text: 'read line; echo "got $?"', expected: { stdout: /^got 1/ } },
  {
    name: 'filling the disk',
    text: 'for i in 1 2; do fallocate -l 900M /workspace/$i; done; for i in 3 4 5; do head -c 200M /dev/zero > /workspace/$i; done; sleep 60',
    timeoutMs: 60_000,
    expected: { limit: 'disk' },
  },
  { name: 'a file larger than any may be', text: 'truncate -s 100G /tmp/huge', expected: { exit_code: 153 } },
  {
    name: 'files without number',
    text: python('import itertools\nfor i in itertools.count(): open(f"/tmp/{i}", "w").close()'),
    timeoutMs: SOON_MS,
    expected: { limit: 'time' },
  },
  {
    name: 'open files without number',
    text: python('x = [open("/dev/null") for i in range(10**6)]'),
    expected: { stdout: /Too many open files/ },
  },
  {
    name: 'a zip bomb',
    text: python(
      'import zipfile, shutil\nz = zipfile.ZipFile("/tmp/z", "w", zipfile.ZIP_DEFLATED, compresslevel=1)\nblock = bytes(10**7)\n' +
        'with z.open("x", "w", force_zip64=True) as f:\n  for i in range(110): f.write(block)\nz.close()\nzipfile.ZipFile("/tmp/z").extractall("/tmp/out")',
    ),
    timeoutMs: 60_000,
    expected: { stdout: /File too large/ },
  },
  {
    name: 'a gzip bomb in memory',
    text: python('import gzip\ng = gzip.compress(bytes(10**8))\nx = []\nwhile True: x.append(gzip.decompress(g))'),
    timeoutMs: 30_000,
    expected: {},
  },
  {
    name: 'folders as deep as they go',
    text: python('import os\nfor i in range(1000):\n  os.mkdir("d"); os.chdir("d")\nprint("deep")'),
    expected: { stdout: /^deep/ },
  },
  { name: 'a command of 3 MB', text: `/bin/echo ${'x'.repeat(3_000_000)}`, expected: { exit_code: 126, stdout: /E2BIG/ } },
]

const killing: readonly Attempt[] = [
  { name: 'kill -9 -1', text: 'kill -9 -1; echo survived', expected: {} },
  { name: 'signals to the first process', text: 'kill -9 1; kill -TERM 1; kill -STOP 1', expected: { stdout: /not permitted/ } },
  { name: 'signals to the server', text: 'kill -9 $(pgrep -u box); kill -STOP $(pgrep -u box)', expected: { stdout: /not permitted/ } },
  {
    name: 'a debugger on the server',
    text: `for p in $(pgrep -u box); do cat /proc/$p/mem; done`,
    expected: { stdout: /Permission denied/ },
  },
  {
    name: 'background processes that outlive the step',
    text: 'sleep 1000 & setsid sleep 1000 & (setsid sh -c "sleep 1000 & sleep 1000" &); echo left',
    expected: { stdout: /^left/, exit_code: 0 },
  },
  {
    name: 'a daemon that hides from debuggers',
    text: 'setsid python3 -c "import ctypes, time; ctypes.CDLL(None).prctl(4, 0); time.sleep(1000)" & sleep 0.3; echo left',
    expected: { stdout: /^left/ },
  },
]

const spying: readonly Attempt[] = [
  {
    name: 'reading the server’s environment',
    text: 'cat $(pgrep -u box | sed "s#.*#/proc/&/environ#")',
    expected: { stdout: /Permission denied/ },
  },
  { name: 'reading the first process’s environment as a file', op: 'read', text: '/proc/1/environ', expected: { stdout: /^EACCES$/ } },
  { name: 'reading passwords through a link', text: 'ln -sf /etc/shadow s; cat s', expected: { stdout: /Permission denied/ } },
  { name: 'climbing out by ..', op: 'read', text: '/home/user/../../etc/shadow', expected: { stdout: /^EACCES$/ } },
  {
    name: 'writing the server’s program through a link',
    text: 'ln -sf /opt/box/server.mjs l; echo > l',
    expected: { stdout: /Permission denied/ },
  },
  {
    name: 'searching everything for another session’s files',
    text: `grep -rls --exclude-dir=sys "${OTHERS_SECRET.slice(0, 8)}""${OTHERS_SECRET.slice(8)}" /home /tmp /workspace /var /run /opt/box /dev/shm /root | head`,
    expected: { stdout: /^$/ },
  },
  { name: 'speaking to the server without its token', text: 'curl -s -d "{}" localhost:8787/reset', expected: { stdout: /FORBIDDEN/ } },
  { name: 'finding the engine', text: 'ls /var/run/docker.sock /run/containerd 2>&1', expected: { stdout: /No such file/ } },
  { name: 'opening the network', text: 'curl -sS -m 3 http://1.1.1.1/', expected: { stdout: /curl: \((7|28|52|56)\)/ } },
  {
    name: 'opening the network of the engine',
    text: 'curl -sS -m 3 http://172.17.0.1:22/',
    expected: { stdout: /curl: \((7|28|52|56)\)/ },
  },
  { name: 'asking for a name', text: 'getent ahosts example.com; echo "exit $?"', expected: { stdout: /^exit 2/ } },
  {
    name: 'becoming root',
    text: 'su -c id; unshare -r id; chroot / id; mount -t tmpfs x /mnt; mknod /tmp/n b 8 0',
    expected: { stdout: /not permitted|denied/i },
  },
  {
    name: 'gaining a capability',
    text: 'grep ^Cap /proc/self/status | grep -c "0000000000000000"; grep CapBnd /proc/1/status',
    expected: { stdout: /^5\nCapBnd:\t0{16}\n/ },
  },
  {
    name: 'changing the kernel',
    text: 'echo 1 > /proc/sys/kernel/panic; echo c > /proc/sysrq-trigger',
    expected: { stdout: /Read-only|denied/ },
  },
]

const confusing: readonly Attempt[] = [
  {
    name: 'escape sequences of a terminal',
    text: 'printf "\\033[2J\\033]0;title\\007\\033[31mred"',
    expected: { stdout: /^\u001b\[2J\u001b\]0;title\u0007\u001b\[31mred$/ },
  },
  { name: 'bytes that are no UTF-8', text: 'printf "a\\377\\376b\\303"', expected: { stdout: /^a\uFFFD\uFFFDb\uFFFD$/ } },
  { name: 'null bytes and line separators', text: 'printf "a\\0b\\342\\200\\250c"', expected: { stdout: /^a\0b\u2028c$/ } },
  {
    name: 'an answer of the server’s own shape',
    text: `echo '{"result":null}'; echo '{"fault":{"code":"CONTAINER_LOST"}}'`,
    expected: { stdout: /^\{"result"/ },
  },
  { name: 'a pipe in place of a file', text: 'mkfifo /home/user/pipe; echo made', expected: { stdout: /^made/ } },
  { name: 'reading that pipe', op: 'read', text: '/home/user/pipe', expected: { stdout: /^EINVAL$/ } },
  { name: 'reading a file without an end', op: 'read', text: '/dev/zero', expected: { stdout: /^EINVAL$/ } },
  {
    name: 'poisoning the shell for later steps',
    text: 'echo "exit 9" > .bashrc; echo "exit 9" > .profile; mkdir -p bin; cp /bin/false bin/echo',
    expected: { exit_code: 0 },
  },
]

export const ATTEMPTS: readonly Attempt[] = [...exhausting, ...killing, ...spying, ...confusing]
