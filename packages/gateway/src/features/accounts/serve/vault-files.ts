import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LatchkeyError } from '@latchkey/protocol'

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface VaultFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** An HTML document of the vault in two halves; the project's data is inserted between them. */
export interface VaultTemplate {
  readonly head: string
  readonly tail: string
}

export interface VaultFiles {
  readonly frame: VaultTemplate
  readonly window: VaultTemplate
  /**
   * Contents of the vault's files, by path in the folder, such as `assets/a-1b2c.js`; they are read
   * when the gateway starts.
   */
  readonly files: ReadonlyMap<string, VaultFile>
}

const projectSlot = /(<script type="application\/json" id="(?:vault-)?project">)null(<\/script>)/

/**
 * Reads all files of the built vault; undefined when it was not built.
 * @throws `config-invalid` for a folder that is not a built vault
 */
export function readVaultFiles(folder: string): VaultFiles | undefined {
  if (!existsSync(join(folder, 'frame.html'))) return undefined
  const readTemplate = (name: string): VaultTemplate => {
    const [head, open, close, ...excessParts] = readFileSync(join(folder, name), 'utf8').split(
      projectSlot,
    )
    if (head === undefined || open === undefined || close === undefined || excessParts.length !== 1)
      throw new LatchkeyError('config-invalid', {
        reason: `vault.files: ${name} has no place for the project`,
        fix: 'build the vault again',
      })
    return { head: head + open, tail: close + excessParts[0] }
  }
  const files = ['assets', 'w'].flatMap((name) => {
    const subfolder = join(folder, name)
    if (!existsSync(subfolder)) return []
    const fileEntries = readdirSync(subfolder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    )
    return fileEntries.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const contentType = contentTypes[extname(path)]
      if (!contentType) return []
      const bytes = new Uint8Array(readFileSync(path))
      const gzip = new Uint8Array(gzipSync(bytes, { level: 9 }))
      return [
        [relative(folder, path).split(sep).join('/'), { bytes, gzip, type: contentType }] as const,
      ]
    })
  })
  return {
    frame: readTemplate('frame.html'),
    window: readTemplate('window.html'),
    files: new Map(files),
  }
}
