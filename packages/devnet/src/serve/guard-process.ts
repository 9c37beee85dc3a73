import { spawn } from 'node:child_process'

/**
 * Kills another process when this one dies abruptly (a signal, a crash): the guard then sees the
 * end of its pipe.
 */
export function guardProcess(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined
  const child = spawn('/bin/sh', ['-c', `cat >/dev/null; kill -9 ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.on('error', () => undefined)
  child.unref()
  const inputPipe = child.stdin as (typeof child.stdin & { unref?: () => void }) | null
  inputPipe?.unref?.()
  return () => {
    child.kill('SIGKILL')
  }
}
