import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { freePorts } from './run-start.ts'

/** What another run on this machine draws, while ours goes on. */
async function drawElsewhere(times: number): Promise<number[]> {
  const file = JSON.stringify(join(import.meta.dirname, 'run-start.ts'))
  const script = `
    const { freePorts } = await import(${file})
    const drawn = []
    for (let at = 0; at < ${times}; at++) drawn.push(...(await freePorts(14)))
    console.log(JSON.stringify(drawn))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    script,
  ])
  return JSON.parse(stdout) as number[]
}

describe('freePorts', () => {
  test('default: as many as asked for, free, below those of the system', async () => {
    const ports = await freePorts(14)
    expect(new Set(ports).size).toBe(14)
    expect(ports.every((port) => port > 20_000 && port < 32_768)).toBe(true)
    for (const port of ports) {
      const server = createServer()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', resolve)
      })
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('behavior: none is given twice, to nobody in this process and to no other run, though they stand free', async () => {
    const own: number[] = []
    for (let at = 0; at < 40; at++) {
      own.push(...(await freePorts(14)))
    }
    expect(new Set(own).size).toBe(560)
    const theirs = await drawElsewhere(40)
    expect(new Set(theirs).size).toBe(560)
    expect(theirs.filter((port) => own.includes(port))).toEqual([])
  }, 20_000)

  test('behavior: more than a block holds is refused', async () => {
    await expect(freePorts(32)).rejects.toThrow('31 ports at most')
  })
})
