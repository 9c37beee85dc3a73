import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

const sideLength = 48

/** Creates a small square gradient as `data:image/png`, so that an avatar needs no server. */
export function makeAvatar(startColor: Colour, endColor: Colour): string {
  const rows = Buffer.alloc(sideLength * (1 + sideLength * 3))
  for (let y = 0; y < sideLength; y++) {
    for (let x = 0; x < sideLength; x++) {
      const gradientShare = (x + y) / (2 * sideLength - 2)
      for (const [i, start] of startColor.entries()) {
        rows[y * (1 + sideLength * 3) + 1 + x * 3 + i] = Math.round(
          start + ((endColor[i] ?? 0) - start) * gradientShare,
        )
      }
    }
  }
  const imageHeader = Buffer.alloc(13)
  imageHeader.writeUInt32BE(sideLength, 0)
  imageHeader.writeUInt32BE(sideLength, 4)
  imageHeader.set([8, 2, 0, 0, 0], 8)
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makeChunk('IHDR', imageHeader),
    makeChunk('IDAT', deflateSync(rows, { level: 9 })),
    makeChunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

function makeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const lengthField = Buffer.alloc(4)
  lengthField.writeUInt32BE(data.length)
  const checksumField = Buffer.alloc(4)
  checksumField.writeUInt32BE(crc32(body))
  return Buffer.concat([lengthField, body, checksumField])
}
