import type {
  EmailsPage,
  OperatorFault,
  OperatorFaultCode,
  OperatorKey,
  OperatorKeyMade,
  OperatorOrder,
  OperatorProject,
  OperatorScope,
  OperatorSecret,
  OperatorSecretMade,
  OperatorSession,
  OperatorSetting,
  OperatorWebhook,
  OperatorWebhookSet,
  OrdersPage,
  Overview,
  OverviewRange,
  ProjectEdit,
} from '@latchkey/protocol'

/** A refused or failed call, in text for the operator. */
export interface ApiFault {
  readonly code: OperatorFaultCode | 'unreachable'
  readonly field: string
  readonly reason: string
  readonly fix: string
}

/** Calls of the gateway's operator API, made with the operator's token. */
export interface Api {
  session(): Promise<OperatorSession>
  projects(): Promise<readonly OperatorProject[]>
  create(project: ProjectEdit & { readonly id: string }): Promise<OperatorProject>
  change(id: string, edit: ProjectEdit): Promise<OperatorProject>
  remove(id: string): Promise<void>
  overview(id: string, range: OverviewRange, signal: AbortSignal): Promise<Overview>
  tail(id: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  emails(
    id: string,
    query: { readonly search: string; readonly cursor: string },
    signal: AbortSignal,
  ): Promise<EmailsPage>
  emailsAsCsv(id: string): Promise<Blob>
  /** Deletes the email address of one account, or an email address from all accounts. */
  forgetEmail(
    id: string,
    subject: { readonly account: string } | { readonly email: string },
  ): Promise<void>
  orders(
    id: string,
    query: { readonly state: string; readonly search: string; readonly cursor: string },
    signal: AbortSignal,
  ): Promise<OrdersPage>
  order(id: string, order: string, signal: AbortSignal): Promise<OperatorOrder>
  ordersAsCsv(id: string): Promise<Blob>
  acceptOrder(id: string, order: string): Promise<void>
  /**
   * Stores the note that the merchant sent the money of an order back. The gateway itself moves no
   * money.
   */
  noteRefund(
    id: string,
    order: string,
    refund: { readonly note: string; readonly hash?: string },
  ): Promise<void>
  projectSecrets(id: string): Promise<readonly OperatorSecret[]>
  makeProjectSecret(id: string, label: string): Promise<OperatorSecretMade>
  revokeProjectSecret(id: string, secret: string): Promise<void>
  webhook(id: string): Promise<OperatorWebhook>
  setWebhook(
    id: string,
    webhook: { readonly url: string; readonly isSecretNew: boolean },
  ): Promise<OperatorWebhookSet>
  removeWebhook(id: string): Promise<void>
  settings(): Promise<readonly OperatorSetting[]>
  setSecret(path: string, value: string): Promise<void>
  clearSecret(path: string): Promise<void>
  keys(): Promise<readonly OperatorKey[]>
  makeKey(label: string, scope: OperatorScope): Promise<OperatorKeyMade>
  revokeKey(id: string): Promise<void>
}

const operatorPath = '/operator/v1'

/**
 * Calls the gateway that served this page; the token is sent in a header only.
 * @param onSignedOut - called when the gateway no longer accepts the token
 */
export function createApi(token: string, onSignedOut: (fault: ApiFault) => void): Api {
  const sendRequest = async (
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Response> => {
    const response = await fetch(operatorPath + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      credentials: 'omit',
      cache: 'no-store',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      throw makeFault(
        'unreachable',
        'The gateway cannot be reached',
        'Look whether it is running, then try again',
      )
    })
    if (response.ok) return response
    const apiFault = await readFault(response)
    if (response.status === 401) onSignedOut(apiFault)
    throw apiFault
  }
  const readJson = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
    (await sendRequest('GET', path, undefined, signal)).json() as Promise<T>
  const id = encodeURIComponent
  return {
    session: () => readJson('/session'),
    projects: async () => (await readJson<{ projects: OperatorProject[] }>('/projects')).projects,
    create: async (project) => (await sendRequest('POST', '/projects', project)).json(),
    change: async (name, edit) => (await sendRequest('PUT', `/projects/${id(name)}`, edit)).json(),
    remove: async (name) => void (await sendRequest('DELETE', `/projects/${id(name)}`)),
    overview: (name, range, signal) =>
      readJson(`/projects/${id(name)}/overview?range=${range}`, signal),
    tail: async (name, signal) => {
      const { body } = await sendRequest('GET', `/projects/${id(name)}/tail`, undefined, signal)
      if (!body) throw makeFault('unreachable', 'The gateway sent nothing', 'Try again')
      return body
    },
    emails: (name, query, signal) =>
      readJson(`/projects/${id(name)}/emails?${fillQuery(query)}`, signal),
    emailsAsCsv: async (name) =>
      (await sendRequest('GET', `/projects/${id(name)}/emails.csv`)).blob(),
    forgetEmail: async (name, subject) =>
      void (await sendRequest('POST', `/projects/${id(name)}/emails/forget`, subject)),
    orders: (name, query, signal) =>
      readJson(`/projects/${id(name)}/orders?${fillQuery(query)}`, signal),
    order: (name, order, signal) => readJson(`/projects/${id(name)}/orders/${id(order)}`, signal),
    ordersAsCsv: async (name) =>
      (await sendRequest('GET', `/projects/${id(name)}/orders.csv`)).blob(),
    acceptOrder: async (name, order) =>
      void (await sendRequest('POST', `/projects/${id(name)}/orders/${id(order)}/accept`)),
    noteRefund: async (name, order, refund) =>
      void (await sendRequest('POST', `/projects/${id(name)}/orders/${id(order)}/refund`, refund)),
    projectSecrets: async (name) =>
      (await readJson<{ secrets: OperatorSecret[] }>(`/projects/${id(name)}/secrets`)).secrets,
    makeProjectSecret: async (name, label) =>
      (await sendRequest('POST', `/projects/${id(name)}/secrets`, { label })).json(),
    revokeProjectSecret: async (name, secret) =>
      void (await sendRequest('DELETE', `/projects/${id(name)}/secrets/${id(secret)}`)),
    webhook: (name) => readJson(`/projects/${id(name)}/webhook`),
    setWebhook: async (name, webhook) =>
      (await sendRequest('PUT', `/projects/${id(name)}/webhook`, webhook)).json(),
    removeWebhook: async (name) =>
      void (await sendRequest('DELETE', `/projects/${id(name)}/webhook`)),
    settings: async () => (await readJson<{ settings: OperatorSetting[] }>('/settings')).settings,
    setSecret: async (path, value) =>
      void (await sendRequest('PUT', `/settings/${id(path)}`, { value })),
    clearSecret: async (path) => void (await sendRequest('DELETE', `/settings/${id(path)}`)),
    keys: async () => (await readJson<{ keys: OperatorKey[] }>('/keys')).keys,
    makeKey: async (label, scope) => (await sendRequest('POST', '/keys', { label, scope })).json(),
    revokeKey: async (key) => void (await sendRequest('DELETE', `/keys/${id(key)}`)),
  }
}

/** Builds the query string of a request for a list; empty parameters are left out. */
function fillQuery(query: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
}

async function readFault(response: Response): Promise<ApiFault> {
  try {
    const { code, reasons } = (await response.json()) as OperatorFault
    const [first] = reasons
    return makeFault(code, first?.description ?? '', first?.fix ?? '', first?.field ?? '')
  } catch {
    return makeFault(
      'unreachable',
      `The gateway answered ${response.status}`,
      'Try again, or look into its log',
    )
  }
}

function makeFault(code: ApiFault['code'], reason: string, remedy: string, field = ''): ApiFault {
  return { code, reason, fix: remedy, field }
}

/** The fault of a failed call; for any other thrown value, a fault with a general text. */
export function toFault(error: unknown): ApiFault {
  const maybeFault = error as Partial<ApiFault> | null
  if (typeof maybeFault?.code === 'string' && typeof maybeFault.reason === 'string')
    return maybeFault as ApiFault
  return makeFault('unreachable', 'Something failed on this page', 'Load it again')
}
