import { gunzipSync } from 'node:zlib'

const block = 512

/**
 * Reads the files of a package's tarball, as `npm pack` writes it: POSIX ustar, with `pax` headers
 * for paths that are longer than its fields
 * (https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html).
 * @returns contents by path, without the folder `package/`
 */
export function unpackTarball(tarball: Buffer): ReadonlyMap<string, Buffer> {
  const data = gunzipSync(tarball)
  const files = new Map<string, Buffer>()
  let longPath: string | undefined
  for (let at = 0; at + block <= data.length; ) {
    const header = data.subarray(at, at + block)
    const name = textAt(header, 0, 100)
    if (!name) break
    const size = Number.parseInt(textAt(header, 124, 12), 8)
    const kind = textAt(header, 156, 1)
    const content = data.subarray(at + block, at + block + size)
    if (kind === 'x') longPath = /\d+ path=([^\n]+)\n/.exec(content.toString('utf8'))?.[1]
    if (kind === '0' || kind === '') {
      const prefix = textAt(header, 345, 155)
      const path = longPath ?? (prefix ? `${prefix}/${name}` : name)
      files.set(path.replace(/^[^/]+\//, ''), content)
      longPath = undefined
    }
    at += block + Math.ceil(size / block) * block
  }
  return files
}

function textAt(header: Buffer, from: number, length: number): string {
  return header
    .toString('utf8', from, from + length)
    .replace(/\0.*$/s, '')
    .trim()
}
