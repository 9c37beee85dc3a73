import type { RemoteFeature } from '../calls/features-answer.ts'

/** What an operator's access token may do. */
export type OperatorScope = 'read' | 'write'

/** Why a call of the gateway's operator API (`/operator/v1/`) was refused. */
export type OperatorFaultCode =
  | 'token-missing'
  | 'token-invalid'
  | 'token-revoked'
  | 'token-read-only'
  | 'rate-limited'
  | 'origin-not-allowed'
  | 'invalid'
  | 'not-found'
  | 'exists'
  | 'server-error'

/**
 * Body of a refused call of the operator API: the gateway's usual error body, with a code and a
 * fix.
 */
export interface OperatorFault {
  readonly status: 'FAILED'
  readonly code: OperatorFaultCode
  readonly reasons: readonly {
    readonly field: string
    readonly description: string
    readonly fix: string
  }[]
}

/** Answer of `GET /operator/v1/session`: the owner and the permission of the access token. */
export interface OperatorSession {
  readonly label: string
  readonly scope: OperatorScope
  /**
   * Id of the access token; null for a token from the data folder or the environment, which has no
   * id.
   */
  readonly keyId: string | null
  readonly version: string
}

/** The settings of a project that the operator can edit. */
export interface ProjectEdit {
  readonly origins: readonly string[]
  readonly features: readonly RemoteFeature[]
  readonly analytics: boolean
}

/** One project in the answer of `GET /operator/v1/projects`. */
export interface OperatorProject extends ProjectEdit {
  readonly id: string
  /**
   * Where the project comes from. `file`: the configuration file. `dashboard`: it was edited in the
   * dashboard, so the file no longer changes it. `closed`: it is no longer in the file, so its
   * requests are refused, but its events are kept.
   */
  readonly source: 'file' | 'dashboard' | 'closed'
}

/** The time ranges for which an overview can be read; each ends now, and days are UTC days. */
export const overviewRanges = ['24h', '7d', '30d', '90d'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/** How often one value occurred; in lists the most frequent value comes first. */
export interface OverviewShare {
  readonly name: string
  readonly count: number
}

/**
 * How many attempts at an action, such as connecting or sending, were started, succeeded and
 * failed.
 */
export interface OverviewOutcome {
  readonly started: number
  readonly done: number
  readonly failed: number
}

/**
 * Answer of `GET /operator/v1/projects/{id}/overview?range=`. Times are milliseconds since the
 * epoch.
 */
export interface Overview {
  readonly range: OverviewRange
  readonly from: number
  readonly to: number
  /** Length of the time step between two entries of `series`. */
  readonly unit: 'hour' | 'day'
  readonly opens: number
  readonly connects: number
  /**
   * Attempts to connect: `failures` ended in an error, `rejections` were declined by the visitor.
   */
  readonly failures: number
  readonly rejections: number
  readonly series: readonly {
    readonly at: number
    readonly opens: number
    readonly connects: number
    readonly failures: number
  }[]
  readonly wallets: readonly OverviewShare[]
  readonly namespaces: readonly OverviewShare[]
  readonly platforms: readonly OverviewShare[]
  readonly devices: readonly OverviewShare[]
  readonly funnel: {
    /** Start of the counted time, because visits are counted by whole days. */
    readonly from: number
    /**
     * For each step, the number of visits that reached it: 1 opened the dialog, 2 chose a wallet, 3
     * the wallet was asked, 4 connected, 5 signed in.
     */
    readonly steps: readonly { readonly step: number; readonly visits: number }[]
  }
  readonly errors: {
    readonly codes: readonly OverviewShare[]
    /** Errors over time; `counts` are in the order of `codes`. */
    readonly series: readonly { readonly at: number; readonly counts: readonly number[] }[]
  }
  readonly swaps: OverviewOutcome
  readonly sends: OverviewOutcome
  /**
   * Purchases. `done` and `failed` count exchange payments only, because the page does not learn
   * the result of a purchase in a provider's own window.
   */
  readonly buys: OverviewOutcome
}

/**
 * One event in the answer of `GET /operator/v1/projects/{id}/tail`, as stored. Its texts come from
 * pages: show them as text, never as markup.
 */
export interface OperatorTailEvent {
  readonly id: string
  readonly at: number
  readonly event: string
  readonly domain: string
  readonly visit: string | null
  readonly account: string | null
  readonly properties: Readonly<Record<string, unknown>>
}

/**
 * One setting in the answer of `GET /operator/v1/settings`; the value of a secret is never sent.
 */
export interface OperatorSetting {
  readonly path: string
  readonly isSet: boolean
  /** Where the setting's current value comes from. */
  readonly source: 'dashboard' | 'configuration' | 'none'
  /** For an API key, whether the configuration uses the upstream service that the key is for. */
  readonly isUsed: boolean
  readonly changedAt: number | null
  /** The setting's current value; absent for a secret. */
  readonly value?: string
}

/**
 * Answer of `GET /operator/v1/vault/audit`: a page of the audit log of embedded wallets, newest
 * first; it contains no secret, code or address.
 */
export interface AuditPage {
  readonly lines: readonly {
    /** Time of the event, in milliseconds since the epoch. */
    readonly at: number
    /** Id of the account at the vault; null when no account is involved yet. */
    readonly account: string | null
    /** The device: JWK thumbprint (RFC 7638) of its key. */
    readonly device: string | null
    readonly what: string
    /** Error code of a refused request. */
    readonly code: string | null
  }[]
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
}

/**
 * Answer of `GET /operator/v1/vault/recoveries`: devices that wait for the operator to open a
 * wallet, oldest request first.
 */
export interface VaultRequestsPage {
  readonly requests: readonly {
    /**
     * The number by which the operator recognises the request; the visitor tells it to the
     * operator.
     */
    readonly number: string
    readonly account: string
    readonly device: string
    readonly label: string
    /**
     * Origin of the page from which the request came; null when it came from the vault's own
     * window.
     */
    readonly site: string | null
    /** Time of the request, in milliseconds since the epoch. */
    readonly askedAt: number
    readonly confirmedAt: number | null
  }[]
}

/** A confirmed email address that a visitor gave to the site after connecting. */
export interface CapturedEmail {
  /**
   * CAIP-10 id of the account to which the address belongs, according to the page; no wallet signed
   * it.
   */
  readonly account: string
  readonly email: string
  /** Time when the address was confirmed, in milliseconds since the epoch. */
  readonly confirmedAt: number
}

/** Answer of `GET /operator/v1/projects/{id}/emails`: email addresses, newest first. */
export interface EmailsPage {
  readonly emails: readonly CapturedEmail[]
  /** Number of addresses on all pages together. */
  readonly total: number
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
}

/** One access token in the answer of `GET /operator/v1/keys`. */
export interface OperatorKey {
  readonly id: string
  readonly label: string
  readonly scope: OperatorScope
  readonly madeAt: number
  readonly usedAt: number | null
  readonly revokedAt: number | null
}

/**
 * Answer of `POST /operator/v1/keys`, which makes an access token; only this answer contains the
 * token itself.
 */
export interface OperatorKeyMade extends OperatorKey {
  readonly token: string
}
