import { hasCode } from '@latchkey/protocol'

const fixesByCode: Readonly<Record<string, readonly [reason: string, fix: string]>> = {
  EROFS: [
    'the file system is read-only',
    'mount it for writing, or set LATCHKEY_GATEWAY_DATA to another folder',
  ],
  EACCES: [
    'this user has no right to it',
    'give the user of the gateway the right to read and write it',
  ],
  EPERM: [
    'this user has no right to it',
    'give the user of the gateway the right to read and write it',
  ],
  ENOSPC: [
    'the disk is full',
    'make room, or set LATCHKEY_GATEWAY_DATA to a folder on another disk',
  ],
  EDQUOT: ['the disk quota is used up', 'make room, or raise the quota'],
  EMFILE: [
    'too many files are open',
    'raise the limit of open files (ulimit -n, LimitNOFILE) to 65536',
  ],
  ENFILE: ['too many files are open on this machine', 'raise fs.file-max'],
  EIO: ['the disk fails', 'replace it, and restore a back-up'],
  ENOTDIR: ['a part of the path is no folder', 'set LATCHKEY_GATEWAY_DATA to a folder'],
}
const defaultFix = 'see docs/gateway.md; if it stays, report it with this message'

/** Returns two lines that explain a failed start: what is wrong, and what to do. */
export function describeStartError(error: unknown): string {
  if (hasCode(error))
    return formatLines(
      error.code,
      String(error.context.reason ?? error.shortMessage),
      error.context.fix,
    )
  const { code, path, message, name } = Object(error) as Partial<NodeJS.ErrnoException>
  const knownFix = typeof code === 'string' ? fixesByCode[code] : undefined
  if (knownFix)
    return formatLines(
      'config-invalid',
      `${knownFix[0]} (${code}${path ? ` at ${path}` : ''})`,
      knownFix[1],
    )
  return formatLines(
    'server-error',
    `${name ?? typeof error}: ${String(message ?? error)
      .split('\n')[0]
      ?.slice(0, 300)}`,
  )
}

function formatLines(code: string, reason: string, fix: unknown = defaultFix): string {
  return `${code}: ${reason}\n  fix: ${fix}`
}
