import { describe, expect, test } from 'vitest'
import { type Channel, type ChannelAnswer, openChannels } from './channels.ts'

const channel: Channel = {
  request: { siweUri: 'https://a.example', domain: 'a.example', nonce: 'a1b2c3d4' },
  acceptAuthAddress: true,
  metadata: { ip: '', userAgent: '' },
}
const told = { fid: 1 } as ChannelAnswer

describe('openChannels', () => {
  test('default: eight letters, an hour, closed for good', () => {
    const clock = { at: 0 }
    const channels = openChannels(() => clock.at)
    const [token, other] = [channels.addChannel(channel), channels.addChannel(channel)]
    expect(token).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(other).not.toBe(token)
    expect(channels.completeChannel(token, told)).toBe(true)
    expect([channels.find(token)?.answer, channels.find(other)?.answer]).toEqual([told, undefined])
    channels.close(token)
    expect([channels.find(token), channels.completeChannel(token, told)]).toEqual([
      undefined,
      false,
    ])
    clock.at = 3_600_000
    expect([channels.find(other), channels.completeChannel(other, told)]).toEqual([
      undefined,
      false,
    ])
  })
})
