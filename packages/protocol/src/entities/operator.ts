import type { RemoteFeature } from '../calls/features-answer.ts'

/** Permission of an operator's token. */
export type OperatorScope = 'read' | 'write'

/** Why a call under `/operator/v1/` was refused. */
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

/** Body of a refused operator call: the usual error body with a code and a fix. */
export interface OperatorFault {
  readonly status: 'FAILED'
  readonly code: OperatorFaultCode
  readonly reasons: readonly {
    readonly field: string
    readonly description: string
    readonly fix: string
  }[]
}

/** `GET /operator/v1/session`: the owner of the token. */
export interface OperatorSession {
  readonly label: string
  readonly scope: OperatorScope
  /** Null for a token from the data folder or the environment, which has no id. */
  readonly keyId: string | null
  readonly version: string
}

/** The editable settings of a project. */
export interface ProjectEdit {
  readonly origins: readonly string[]
  readonly features: readonly RemoteFeature[]
  readonly analytics: boolean
}

/** A project in `GET /operator/v1/projects`. */
export interface OperatorProject extends ProjectEdit {
  readonly id: string
  /**
   * `file`: the project comes from the configuration file. `dashboard`: it was edited in the
   * dashboard, so the file no longer changes it. `closed`: it is no longer in the file, so its
   * requests are refused, but its events are kept.
   */
  readonly source: 'file' | 'dashboard' | 'closed'
}

/** Time ranges of an overview, up to now; days are UTC days. */
export const overviewRanges = ['24h', '7d', '30d', '90d'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/** The count of one value; lists have the most frequent first. */
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

/** `GET /operator/v1/projects/{id}/overview?range=`. Times are milliseconds since the epoch. */
export interface Overview {
  readonly range: OverviewRange
  readonly from: number
  readonly to: number
  /** Length of a step of the series. */
  readonly unit: 'hour' | 'day'
  readonly opens: number
  readonly connects: number
  /** Attempts that ended in an error, and those the visitor declined. */
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
    /** Visits are counted by whole days, starting at this time. */
    readonly from: number
    /**
     * Visits that reached at least a step: 1 opened, 2 chose a wallet, 3 the wallet was asked, 4
     * connected, 5 signed in.
     */
    readonly steps: readonly { readonly step: number; readonly visits: number }[]
  }
  readonly errors: {
    readonly codes: readonly OverviewShare[]
    /** `counts` are in the order of `codes`. */
    readonly series: readonly { readonly at: number; readonly counts: readonly number[] }[]
  }
  readonly swaps: OverviewOutcome
  readonly sends: OverviewOutcome
  /**
   * `done` and `failed` count exchange payments only: the page does not learn the result of a
   * provider's own window.
   */
  readonly buys: OverviewOutcome
}

/**
 * One event of `GET /operator/v1/projects/{id}/tail`, as stored. Its strings come from pages: show
 * them as text, never as markup.
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

/** One setting of `GET /operator/v1/settings`; the value of a secret is never sent. */
export interface OperatorSetting {
  readonly path: string
  readonly isSet: boolean
  /** Where the current value comes from. */
  readonly source: 'dashboard' | 'configuration' | 'none'
  /** Whether the configuration uses the upstream that the key is for. */
  readonly isUsed: boolean
  readonly changedAt: number | null
  /** Current value; absent for a secret. */
  readonly value?: string
}

/**
 * `GET /operator/v1/vault/audit`: the audit log of embedded wallets, newest first; it contains no
 * secret, code or address.
 */
export interface AuditPage {
  readonly lines: readonly {
    /** Milliseconds since the epoch. */
    readonly at: number
    /** Account id; null when no account is involved yet. */
    readonly account: string | null
    /** JWK thumbprint (RFC 7638) of the device's key. */
    readonly device: string | null
    readonly what: string
    /** Error code of a refusal. */
    readonly code: string | null
  }[]
  /** Cursor of the next page; null at the end. */
  readonly next: string | null
}

/**
 * `GET /operator/v1/vault/recoveries`: devices that wait for the operator to open a wallet, oldest
 * request first.
 */
export interface VaultRequestsPage {
  readonly requests: readonly {
    /** Number that the visitor tells the operator. */
    readonly number: string
    readonly account: string
    readonly device: string
    readonly label: string
    /** Origin of the page; null when the request came from the vault's own window. */
    readonly site: string | null
    /** Milliseconds since the epoch. */
    readonly askedAt: number
    readonly confirmedAt: number | null
  }[]
}

/** A confirmed email address that a visitor gave after connecting. */
export interface CapturedEmail {
  /** CAIP-10 id that the page claimed: no wallet signed it. */
  readonly account: string
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly confirmedAt: number
}

/** `GET /operator/v1/projects/{id}/emails`: newest first. */
export interface EmailsPage {
  readonly emails: readonly CapturedEmail[]
  /** Number of addresses on all pages. */
  readonly total: number
  /** Cursor of the next page; null at the end. */
  readonly next: string | null
}

/** One token of `GET /operator/v1/keys`. */
export interface OperatorKey {
  readonly id: string
  readonly label: string
  readonly scope: OperatorScope
  readonly madeAt: number
  readonly usedAt: number | null
  readonly revokedAt: number | null
}

/** Answer of `POST /operator/v1/keys`: the only time the token is shown. */
export interface OperatorKeyMade extends OperatorKey {
  readonly token: string
}
