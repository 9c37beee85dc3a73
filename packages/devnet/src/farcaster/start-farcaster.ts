import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenLoopback } from '../serve/listen-loopback.ts'
import { readBody, sendJson, sendPage } from '../serve/page.ts'
import { renderAppPage, renderEndPage } from './app-page.ts'
import { type Channel, type ChannelAnswer, type Channels, openChannels } from './channels.ts'
import { farcasterLiar, farcasterPeople } from './farcaster-people.ts'
import { readChannelRequest } from './read-channel-request.ts'
import { signChannel } from './sign-channel.ts'

/** A running relay with a page that simulates the Farcaster app. */
export interface FarcasterRelay {
  readonly url: string
  /**
   * Value of `x-farcaster-auth-relay-key` for `POST /v1/channel/authenticate`; a request with it
   * completes a channel with whatever answer it sends.
   */
  readonly authKey: string
  stop(): Promise<void>
}

/** Value of `x-farcaster-auth-relay-key`: a test key, which is public. */
const authKey = 'devnet-relay-key'

/**
 * Starts a Farcaster sign-in relay on loopback (`POST /v1/channel`, `GET /v1/channel/status`),
 * whose links lead to a page that simulates the app. Its people are in the registries of the EVM
 * devnet. `port` 0 (the default) lets the operating system choose.
 */
export async function startFarcaster(
  options: { readonly port?: number } = {},
): Promise<FarcasterRelay> {
  const channels = openChannels()
  const serverState = { url: '' }
  const server = await listenLoopback(options.port ?? 0, (request, response) => {
    answerRequest(channels, serverState.url, request, response).catch((error: unknown) => {
      if (!response.headersSent)
        sendJson(response, 500, { error: error instanceof Error ? error.message : 'unknown' })
    })
  })
  serverState.url = server.url
  return { url: server.url, authKey, stop: server.stop }
}

async function answerRequest(
  channels: Channels,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const route = `${request.method} ${pathname}`
  const token = /^bearer (\w+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  response.setHeader('access-control-allow-origin', '*')
  if (request.method === 'OPTIONS') {
    const corsHeaders = {
      'access-control-allow-headers': '*, authorization',
      'access-control-allow-methods': 'GET, POST',
    }
    return response.writeHead(204, corsHeaders).end()
  }
  if (route === 'POST /v1/channel') return openChannel(channels, base, request, response)
  if (route === 'GET /v1/channel/status') {
    const channel = channels.find(token)
    if (!channel) return sendJson(response, 401, { error: 'Unauthorized' })
    // A result can be read only once, so its channel is closed.
    if (channel.answer) channels.close(token)
    return sendJson(response, channel.answer ? 200 : 202, channelStatusOf(channel))
  }
  if (route === 'POST /v1/channel/authenticate') {
    const isFarcasterApp = request.headers['x-farcaster-auth-relay-key'] === authKey
    const channelAnswer = JSON.parse(await readBody(request)) as ChannelAnswer
    if (!isFarcasterApp || !channels.completeChannel(token, channelAnswer))
      return sendJson(response, 401, { error: 'Unauthorized' })
    return sendJson(response, 201, channelStatusOf(channels.find(token) as Channel))
  }
  if (pathname === '/~/siwf')
    return serveApp(channels, searchParams.get('channelToken') ?? '', request, response)
  if (route === 'GET /')
    return sendPage(
      response,
      renderEndPage('The relay is up. Its pages are opened by the links of a sign-in.'),
    )
  return sendJson(response, 404, { error: 'not found' })
}

function channelStatusOf({
  request: { nonce, ...signatureParams },
  acceptAuthAddress,
  metadata,
  answer: channelAnswer,
}: Channel) {
  return {
    state: channelAnswer ? 'completed' : 'pending',
    nonce,
    signatureParams,
    metadata,
    acceptAuthAddress,
    ...channelAnswer,
  }
}

async function openChannel(
  channels: Channels,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const channelRequest = readChannelRequest(await readBody(request))
  if ('fault' in channelRequest)
    return sendJson(response, 400, { error: 'Validation error', message: channelRequest.fault })
  const metadata = {
    ip: request.socket.remoteAddress ?? '',
    userAgent: request.headers['user-agent'] ?? '',
  }
  const channelToken = channels.addChannel({ ...channelRequest, metadata })
  const url = `${base}/~/siwf?channelToken=${channelToken}`
  return sendJson(response, 201, {
    channelToken,
    url,
    connectUri: url,
    nonce: channelRequest.request.nonce,
  })
}

async function serveApp(
  channels: Channels,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const channel = channels.find(token)
  if (!channel || channel.answer)
    return sendPage(
      response,
      renderEndPage('This sign-in is over or was never asked for.', undefined, 404),
    )
  if (request.method !== 'POST') return sendPage(response, renderAppPage(channel))
  const form = new URLSearchParams(await readBody(request))
  // A rejection is not reported, as in the real Farcaster app: the channel waits until it expires.
  if (form.get('action') === 'reject')
    return sendPage(response, renderEndPage('Rejected. You can close this page.'))
  const person = [...farcasterPeople, farcasterLiar].find(
    ({ username }) => username === (form.get('username') ?? 'ada'),
  )
  if (!person)
    return sendPage(response, renderEndPage('Nobody here has that name.', undefined, 400))
  channels.completeChannel(token, await signChannel(channel, person))
  return sendPage(
    response,
    renderEndPage('Approved. You can close this page.', channel.request.redirectUrl),
  )
}
