import { createInterface } from 'node:readline'
import { guardLoopback } from './guard-loopback.mjs'

/**
 * `@walletconnect/sign-client` as a process of its own: `node stranger.mjs '<StrangerOptions as JSON>'`. Reads calls from
 * stdin and writes answers and events to stdout, one JSON a line; ends with stdin. `start-stranger.ts` drives it.
 */
const options = JSON.parse(process.argv[2] ?? '{}')
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

guardLoopback((host) => say({ event: 'foreign-host', data: { host } }))
const clock = { now: Date.now, offset: options.clockOffsetMs ?? 0 }
Date.now = () => clock.now() + clock.offset
process.on('unhandledRejection', (reason) =>
  say({ event: 'unhandled-rejection', data: spell(reason) }),
)

if (options.isLinking) {
  // How the client is told that it may answer by links, and how it opens one.
  process.env.IS_VITEST = 'true'
  globalThis.Linking = {
    openURL: async (url) => say({ event: 'link', data: url }),
    addEventListener() {},
    getInitialURL: async () => null,
  }
}
const { SignClient } = await import('@walletconnect/sign-client')
const client = await SignClient.init({
  relayUrl: options.relay,
  projectId: options.projectId ?? 'stranger',
  metadata: {
    name: options.role,
    description: '',
    url: `https://${options.role}.example`,
    icons: [],
    ...options.metadata,
  },
  storageOptions: { database: options.storage ?? ':memory:' },
  telemetryEnabled: false,
  logger: 'silent',
})
// The peer would ask the vendor's host about every proposal and request, and wait 5 s where it is not reached.
client.core.verify.resolve = async () => undefined
client.core.verify.register = async () => ''

const events = [
  'session_proposal',
  'session_update',
  'session_extend',
  'session_ping',
  'session_delete',
  'session_expire',
  'session_request',
  'session_request_sent',
  'session_event',
  'session_request_expire',
  'proposal_expire',
  // With a listener for it the wallet ignores the classic proposal that comes along.
  ...(options.isAuthenticating === false ? [] : ['session_authenticate']),
]
for (const event of events) client.on(event, (data) => say({ event, data }))
for (const event of ['relayer_connect', 'relayer_disconnect', 'relayer_error'])
  client.core.relayer.on(event, (data) =>
    say({ event, data: data instanceof Error ? spell(data) : null }),
  )

/** What is no plain method of the client, or answers more than JSON. */
const special = {
  async connect(parameters) {
    const { uri, approval } = await client.connect(parameters)
    approval().then(
      (session) => say({ event: 'approved', data: session }),
      (error) => say({ event: 'not-approved', data: spell(error) }),
    )
    return { uri }
  },
  async approve(parameters) {
    const { topic, acknowledged } = await client.approve(parameters)
    acknowledged().then(
      (session) => say({ event: 'acknowledged', data: session }),
      (error) => say({ event: 'not-acknowledged', data: spell(error) }),
    )
    return { topic }
  },
  async update(parameters) {
    const { acknowledged } = await client.update(parameters)
    await acknowledged()
  },
  async extend(parameters) {
    const { acknowledged } = await client.extend(parameters)
    await acknowledged()
  },
  async authenticate(parameters, walletUniversalLink) {
    const { uri, response } = await client.authenticate(parameters, walletUniversalLink)
    response().then(
      (answer) => say({ event: 'authenticated', data: answer }),
      (error) => say({ event: 'not-authenticated', data: spell(error) }),
    )
    return { uri }
  },
  sessions: () => client.session.getAll(),
  proposals: () => client.proposal.getAll(),
  pairings: () => client.core.pairing.getPairings(),
  requests: () => client.getPendingSessionRequests(),
  clientId: () => client.core.crypto.getClientId(),
  addLinkModeApp: (link) => client.core.addLinkModeSupportedApp(link),
  dispatchEnvelope: (parameters) => client.core.dispatchEnvelope(parameters),
  /** From now on its clock is so much further on; it looks at it every five seconds. */
  moveClock(ms) {
    clock.offset += ms
  },
  /** Cuts or restores its connection as a sleeping phone would. */
  closeTransport: () => client.core.relayer.transportClose(),
  openTransport: () => client.core.relayer.restartTransport(),
}

function spell(error) {
  if (!(error instanceof Error)) return { isError: false, value: error ?? null }
  return {
    isError: true,
    message: error.message,
    ...(error.code === undefined ? {} : { code: error.code }),
  }
}

createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const { id, call, args = [] } = JSON.parse(line)
    try {
      const result = await (special[call] ? special[call](...args) : client[call](...args))
      say({ id, result: result ?? null })
    } catch (error) {
      say({ id, error: spell(error) })
    }
  })
  .once('close', () => process.exit(0))
say({ event: 'ready', data: null })
