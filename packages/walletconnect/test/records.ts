import type { PairingRecord, SessionRecord } from '../src/contract.ts'

export function hex(n: number): string {
  return n.toString(16).padStart(64, '0')
}

export function pairing(n: number, expiresAt: number): PairingRecord {
  const topic = hex(n)
  return {
    topic,
    symKey: topic,
    expiresAt,
    uri: `wc:${n}`,
    isShown: true,
    proposal: n,
    privateKey: topic,
    publicKey: topic,
  }
}

export function session(n: number, expiresAt: number): SessionRecord {
  const topic = hex(n)
  const side = {
    publicKey: topic,
    metadata: { name: 'a', description: 'b', url: 'https://a.example', icons: [] },
  }
  return {
    topic,
    symKey: topic,
    pairingTopic: topic,
    relay: 'ws://127.0.0.1:4301',
    expiresAt,
    self: side,
    peer: side,
    controller: topic,
    namespaces: {
      eip155: {
        accounts: [`eip155:1:0x${'a'.repeat(40)}`],
        methods: ['personal_sign'],
        events: [],
      },
    },
    masked: [],
    transport: 'relay',
  }
}
