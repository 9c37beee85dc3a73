/**
 * A fake of the vault's frame, for tests of the page: it uses the vault's messages and does what
 * the test says. It has no keys, checks no proofs and signs nothing.
 */
export interface StandIn {
  /** Calls of the page, oldest first. */
  readonly asked: readonly {
    readonly id: number
    readonly method: string
    readonly params: Record<string, unknown>
  }[]
  readonly rules: Rules
  /** Accepts the page's greeting. */
  greet(hello: unknown, port: MessagePort): void
  /** Sends an event. */
  tell(event: object): void
  /** Sends exactly this message. */
  say(text: unknown): void
  /** Answers a call that `hangs` left open. */
  answer(method: string, answer: object): void
  session(): object
}

export interface Rules {
  code: string
  deviceCode: string
  /** The number that the window shows. */
  number: string
  /** Whether the email address is known: then a second mail confirms the device. */
  isKnown: boolean
  /** Whether the device holds no share. */
  mustRecover: boolean
  /** Methods that are never answered. */
  hangs: string[]
  /** Error codes by method. */
  fails: Record<string, string>
  /** EVM chains on which the account is a contract, beside the key's own account. */
  smart: string[]
  /** Whether a visitor is logged in already. */
  isSignedIn: boolean
  /** Answers to requests, by method. */
  results: Record<string, unknown>
  version: number
  nonce: string | undefined
  /** Seconds until another code may be requested. */
  resendIn: number
}

/** Address of the contract account. */
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/**
 * @param share - called before each call is read and each answer is sent, because frames share a
 *   session
 */
export function standInVault(
  origin: string,
  changes: Partial<Rules> = {},
  share: (rules: Rules) => void = () => {},
): StandIn {
  const rules: Rules = {
    code: '123456',
    deviceCode: '654321',
    number: '271828',
    isKnown: false,
    mustRecover: false,
    hangs: [],
    fails: {},
    smart: [],
    isSignedIn: false,
    results: {},
    version: 1,
    nonce: undefined,
    resendIn: 30,
    ...changes,
  }
  const asked: { id: number; method: string; params: Record<string, unknown> }[] = []
  let port: MessagePort | undefined
  let chains: readonly string[] = []
  let email = ''
  let label = 'ada@shop.example'
  let wanted = ''
  let purpose: 'email' | 'device' | 'window' = 'email'
  const address = (chain: string): string =>
    chain.startsWith('eip155')
      ? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
      : chain.startsWith('solana')
        ? 'FZ4eQkVBSDXwjvz2wYvGxgxtwEfTcRhcRPKiCwrwbMVu'
        : 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const session = () => {
    // Like the vault, which supports accounts of three families.
    const usable = chains.filter((chain) => /^(eip155|solana|bip122):/.test(chain))
    return {
      account: 'stand-in',
      identities: [{ kind: label.includes('@') ? 'email' : 'google', label }],
      accounts: usable.flatMap((chain) => [
        ...(rules.smart.includes(chain)
          ? [{ account: `${chain}:${contract}`, type: 'smartAccount' }]
          : []),
        { account: `${chain}:${address(chain)}`, type: 'eoa' },
      ]),
      chains: usable,
      isRecoverySet: false,
      expiresAt: Date.now() + 86_400_000,
    }
  }
  const mailed = () => ({
    step: 'code',
    purpose,
    email,
    expiresAt: Date.now() + 600_000,
    resendAt: Date.now() + rules.resendIn * 1000,
  })
  const proved = () => {
    if (rules.mustRecover)
      return { step: 'recover', url: `${origin}/p/recover#0`, ways: ['passkey'] }
    rules.isSignedIn = true
    return { step: 'connected', session: session() }
  }
  const post = (message: object): void => {
    share(rules)
    port?.postMessage(JSON.stringify(message))
  }
  const fail = (code: string, reason?: string): never => {
    throw { code, ...(reason !== undefined && { reason }) }
  }
  const does: Record<string, (params: Record<string, unknown>) => unknown> = {
    session: (params) => {
      const wished = params.chains as string[]
      if (wished.length) chains = wished
      return rules.isSignedIn ? session() : null
    },
    'login-email': (params) => {
      email = String(params.email)
      label = email
      chains = params.chains as string[]
      purpose = 'email'
      return mailed()
    },
    'login-code': ({ code }) => {
      if (purpose === 'window') {
        if (code !== rules.number) fail('code-wrong')
        setTimeout(() => post({ event: 'login', step: proved() }))
        return { step: 'window', window: 'number' }
      }
      if (code !== (purpose === 'email' ? rules.code : rules.deviceCode)) fail('code-wrong')
      if (purpose === 'email' && rules.isKnown) {
        purpose = 'device'
        return mailed()
      }
      return proved()
    },
    'login-resend': () => mailed(),
    'login-window': (params) => {
      label = 'Ada Lovelace'
      chains = params.chains as string[]
      purpose = 'window'
      return { step: 'window', window: 'awaited' }
    },
    'login-farcaster': (params) => {
      label = 'ada'
      chains = params.chains as string[]
      return {
        step: 'farcaster',
        uri: 'https://farcaster.xyz/~/siwf?channelToken=stand-in',
        expiresAt: Date.now() + 300_000,
      }
    },
    'login-cancel': () => null,
    request: ({ method }) =>
      rules.results[String(method)] ?? fail('request-not-allowed', String(method)),
    'request-cancel': () => null,
    'email-change': (params) => {
      wanted = String(params.email)
      email = label
      return mailed()
    },
    'email-code': ({ code }) => {
      if (code !== rules.code) fail('code-wrong')
      if (email === wanted) {
        label = wanted
        return { step: 'connected', session: session() }
      }
      email = wanted
      return mailed()
    },
    'email-resend': () => mailed(),
    window: () => null,
    logout: () => {
      rules.isSignedIn = false
      // Like the real vault, this one reports that the session is over before it answers the
      // logout.
      post({ event: 'session', session: null })
      return null
    },
  }
  const take = (text: unknown): void => {
    share(rules)
    const { id, method, params } = JSON.parse(String(text))
    asked.push({ id, method, params })
    if (rules.hangs.includes(method)) return
    try {
      const code = rules.fails[method]
      if (code) fail(code)
      post({ id, result: does[method]?.(params) })
    } catch (error) {
      post({ id, error })
    }
  }
  return {
    asked,
    rules,
    greet: (hello, given) => {
      const { nonce } = hello as { nonce: string }
      port = given
      given.onmessage = ({ data }) => take(data)
      post({
        type: 'welcome',
        version: rules.version,
        nonce: rules.nonce ?? nonce,
        load: 'stand-in',
      })
    },
    tell: (event) => {
      const { step } = event as { step?: unknown }
      post(step === 'proved' ? { event: 'login', step: proved() } : event)
    },
    say: (text) => port?.postMessage(text),
    answer: (method, answer) => {
      const { id } = asked.findLast((one) => one.method === method) ?? { id: 0 }
      post({ id, ...answer })
    },
    session,
  }
}
