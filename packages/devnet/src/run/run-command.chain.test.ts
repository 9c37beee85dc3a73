import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createPublicClient, formatEther, http } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url))

interface Printed {
  readonly ready: boolean
  readonly chains: Readonly<
    Record<
      string,
      {
        readonly url: string
        readonly chain: string
        readonly accounts: readonly {
          readonly address: string
          readonly privateKey: `0x${string}`
        }[]
        readonly contracts: Readonly<Record<string, string>>
      }
    >
  >
}

function runBin(...args: readonly string[]) {
  const flags = ['--conditions=latchkey-source', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, bin, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.on('data', (data) => {
    output.out += data
  })
  child.stderr.on('data', (data) => {
    output.err += data
  })
  const ended = once(child, 'close').then(([code]) => code as number)
  const lineWith = async (text: string): Promise<string> => {
    await expect.poll(() => output.out.includes(text) || output.err, { timeout: 60_000 }).toBe(true)
    return output.out.split('\n').find((line) => line.includes(text)) ?? ''
  }
  return { child, output, ended, lineWith }
}
const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('runCommand', { timeout: 90_000 }, () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('default: JSON, ended by %s', async (signal) => {
    const { child, output, ended, lineWith } = runBin('--port', '0', '--json')
    const { ready, chains } = JSON.parse(await lineWith('"ready"')) as Printed
    expect([ready, Object.keys(chains)]).toEqual([true, ['evm']])
    const { url = '', accounts = [], chain, contracts = {} } = chains.evm ?? {}
    expect([chain, accounts.length]).toEqual(['eip155:31337', 10])
    const client = createPublicClient({ transport: http(url) })
    for (const { address, privateKey } of accounts) {
      expect(privateKeyToAddress(privateKey)).toBe(address)
      const balance = await client.getBalance({ address: address as `0x${string}` })
      expect(formatEther(balance)).toBe('10000')
    }
    expect(await client.getCode({ address: contracts.latch as `0x${string}` })).toBeDefined()
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(await isUp(url)).toBe(false)
    expect(output.err).toBe('')
  })

  test('behavior: text of several chains, and their end', async () => {
    const flags = '--all --port 0 --solana-port 0 --bitcoin-port 0 --stacks-port 0'
    const { child, output, ended, lineWith } = runBin(...flags.split(' '))
    await lineWith('ready in')
    const urls = [...output.out.matchAll(/^(evm|solana|bitcoin|stacks) {2}(http\S+)/gm)]
    expect(urls.map(([, name]) => name)).toEqual(['evm', 'solana', 'bitcoin', 'stacks'])
    for (const address of [
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      'ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R',
    ]) {
      expect(output.out).toContain(address)
    }
    expect(output.out).toContain('bcrt1q')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await Promise.all(urls.map(([, , url = '']) => isUp(url)))).not.toContain(true)
  })

  test('behavior: help and version are answered without a chain', async () => {
    const help = runBin('--help')
    expect([await help.ended, help.output.out]).toEqual([0, expect.stringContaining('--solana')])
    const version = runBin('--version')
    expect([await version.ended, version.output.out]).toEqual([0, '0.1.0\n'])
  })

  test('error: an unknown flag, and a port that is taken', async () => {
    const unknown = runBin('--tron')
    expect([await unknown.ended, unknown.output.err]).toEqual([
      1,
      expect.stringContaining('--tron'),
    ])
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const taken = runBin('--port', String(port), '--solana', '--solana-port', '0')
    expect([await taken.ended, taken.output.err]).toEqual([
      1,
      expect.stringContaining(`port ${port} is taken`),
    ])
  })
})
