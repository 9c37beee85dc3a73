import { deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/**
 * Draws a QR code, for tests: one byte for each pixel of a picture of `width` × `height`, 255 for
 * white.
 */
function drawPixels(text: string, width: number, height: number): Uint8Array {
  const { data } = encode(text, { border: 4, ecc: 'M' })
  const cell = Math.floor(Math.min(width, height) / data.length)
  const [crc, top] = [(width - cell * data.length) >> 1, (height - cell * data.length) >> 1]
  return Uint8Array.from({ length: width * height }, (_, pixelIndex) => {
    const [x, y] = [pixelIndex % width, Math.floor(pixelIndex / width)]
    const isDark = data[Math.floor((y - top) / cell)]?.[Math.floor((x - crc) / cell)]
    return isDark ? 0 : 255
  })
}

/** A video (YUV4MPEG2, 4:2:0) of a QR code, for a browser's fake camera. */
export function qrVideo(text: string): Buffer {
  const [width, height] = [640, 480]
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    // Brightness in a video goes from 16 (black) to 235 (white). The colour planes hold 128: no
    // colour.
    Buffer.from(drawPixels(text, width, height).map((light) => (light ? 235 : 16))),
    Buffer.alloc((width * height) / 2, 128),
  ])
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`),
    frame,
    frame,
  ])
}

/** Draws a QR code as PNG, 8-bit grey. */
export function qrPng(text: string): Buffer {
  const imageSize = 500
  const greyPixels = drawPixels(text, imageSize, imageSize)
  const pixelRows = Buffer.concat(
    Array.from({ length: imageSize }, (_, y) =>
      Buffer.concat([Buffer.of(0), greyPixels.subarray(y * imageSize, (y + 1) * imageSize)]),
    ),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(imageSize, 0)
  header.writeUInt32BE(imageSize, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([
    signature,
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(pixelRows)),
    makeChunk('IEND', Buffer.of()),
  ])
}

function makeChunk(name: string, body: Buffer): Buffer {
  const chunkBody = Buffer.concat([Buffer.from(name), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(checksumOf(chunkBody))
  return Buffer.concat([length, chunkBody, sum])
}

function checksumOf(bytes: Buffer): number {
  const crc = bytes.reduce((sum, byte) => {
    const mixedBits = sum ^ byte
    return [0, 1, 2, 3, 4, 5, 6, 7].reduce(
      (bits) => (bits & 1 ? (bits >>> 1) ^ 0xedb88320 : bits >>> 1),
      mixedBits,
    )
  }, 0xffffffff)
  return (crc ^ 0xffffffff) >>> 0
}
