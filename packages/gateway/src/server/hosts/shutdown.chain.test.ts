import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailbox } from '@latchkey/devnet/mailbox'
import { afterAll, describe, expect, test } from 'vitest'
import { type GatewayProcess, startProcess } from '../../test/start-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-shutdown-'))
const running: GatewayProcess[] = []
afterAll(async () => {
  for (const one of running) {
    await one.kill()
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start(port: number): Promise<GatewayProcess> {
  const smtp = { host: '127.0.0.1', port, from: 'Shop <mail@gateway.example>' }
  const config = { projects: [{ id: 'shop' }], emailCapture: { smtp, mailsPerAddress: 50 } }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const gateway = await startProcess(folder, { NODE_ENV: 'production' })
  running.push(gateway)
  return gateway
}

describe('a gateway that is told to end', () => {
  test('behavior: mails that no server takes hold it up for 5 s at most; they are sent after the next start', async () => {
    const sockets: Socket[] = []
    const hole = createServer((socket) => void sockets.push(socket.on('error', () => {})))
    await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve))
    const stuck = await start((hole.address() as AddressInfo).port)
    const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    for (let at = 0; at < 12; at += 1) {
      const answer = await fetch(`${stuck.url}/auth/v1/otp?projectId=shop&st=a&sv=b`, {
        method: 'POST',
        headers: { origin: 'http://localhost:3000' },
        body: JSON.stringify({ email: `ada-${at}@mail.example`, account }),
      })
      expect(answer.status).toBe(200)
    }
    await expect.poll(() => sockets.length).toBeGreaterThan(0)
    const metrics = await (await fetch(`${stuck.url}/metrics`)).text()
    expect(metrics).toContain('latchkey_capture_mails_waiting 12\n')
    const startedAt = performance.now()
    stuck.child.kill('SIGTERM')
    const [code] = await once(stuck.child, 'exit')
    expect(code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_500)
    for (const socket of sockets) {
      socket.destroy()
    }
    await new Promise((resolve) => hole.close(resolve))

    const mailbox = await startMailbox()
    await start(mailbox.smtp.port)
    const arrived = async () =>
      (await (await fetch(`${mailbox.url}/api/messages`)).json()) as { to: unknown }[]
    await expect.poll(async () => (await arrived()).length, { timeout: 20_000 }).toBe(12)
    await mailbox.stop()
  }, 120_000)
})
