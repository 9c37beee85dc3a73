import type { RemoteFeature } from '../calls/features-answer.ts'

/** What a token of the operator may do. */
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

/** Body of a refused call: the body of every refused call, with a code and what to do. */
export interface OperatorFault {
  readonly status: 'FAILED'
  readonly code: OperatorFaultCode
  readonly reasons: readonly {
    readonly field: string
    readonly description: string
    readonly fix: string
  }[]
}

/** `GET /operator/v1/session`: whose token this is. */
export interface OperatorSession {
  readonly label: string
  readonly scope: OperatorScope
  /** Null for the token of the data folder or the environment. */
  readonly keyId: string | null
  readonly version: string
}

/** What can be edited of a site. */
export interface ProjectEdit {
  readonly origins: readonly string[]
  readonly features: readonly RemoteFeature[]
  readonly analytics: boolean
}

/** A site as `GET /operator/v1/projects` lists it. */
export interface OperatorProject extends ProjectEdit {
  readonly id: string
  /**
   * What the dashboard edited, the file no longer changes. `closed` are those the file no longer
   * names: refused, their events kept.
   */
  readonly source: 'file' | 'dashboard' | 'closed'
}

/** Time ranges of an overview, back from now; days are those of UTC. */
export const overviewRanges = ['24h', '7d', '30d', '90d'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/** How often something came, the most frequent first. */
export interface OverviewShare {
  readonly name: string
  readonly count: number
}

/** What connecting, sending and so on came to. */
export interface OverviewOutcome {
  readonly started: number
  readonly done: number
  readonly failed: number
}

/** `GET /operator/v1/projects/{id}/overview?range=`. Moments are milliseconds since the epoch. */
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
    /** Visits are counted by whole days: from here on. */
    readonly from: number
    /**
     * Visits that came at least so far: 1 opened, 2 chose a wallet, 3 the wallet was asked, 4
     * connected, 5 signed in.
     */
    readonly steps: readonly { readonly step: number; readonly visits: number }[]
  }
  readonly errors: {
    readonly codes: readonly OverviewShare[]
    /** `counts` stand in the order of `codes`. */
    readonly series: readonly { readonly at: number; readonly counts: readonly number[] }[]
  }
  readonly swaps: OverviewOutcome
  readonly sends: OverviewOutcome
  /**
   * `done` and `failed` are unknown to the page for providers in windows of their own: payments of
   * an exchange only.
   */
  readonly buys: OverviewOutcome
}

/**
 * One event of `GET /operator/v1/projects/{id}/tail`, as it was stored. Its strings come from
 * pages: text, never markup.
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

/** One secret of `GET /operator/v1/settings`; the value itself is never told. */
export interface OperatorSetting {
  readonly path: string
  readonly isSet: boolean
  /** Where the value in force comes from. */
  readonly source: 'dashboard' | 'configuration' | 'none'
  /** Whether the configuration names the upstream the key is for. */
  readonly isUsed: boolean
  readonly changedAt: number | null
  /** In force; absent where it is a secret. */
  readonly value?: string
}

/**
 * `GET /operator/v1/vault/audit`: what was done with embedded wallets, the newest first; no secret,
 * code or address is in it.
 */
export interface AuditPage {
  readonly lines: readonly {
    /** Milliseconds since the epoch. */
    readonly at: number
    /** Null where no account is concerned yet. */
    readonly account: string | null
    /** JWK thumbprint (RFC 7638) of the device's key. */
    readonly device: string | null
    readonly what: string
    /** Of a refusal. */
    readonly code: string | null
  }[]
  /** For the next page; null at the end. */
  readonly next: string | null
}

/**
 * `GET /operator/v1/vault/recoveries`: devices that ask the operator to open a wallet there, the
 * oldest request first.
 */
export interface VaultRequestsPage {
  readonly requests: readonly {
    /** What the visitor tells the operator. */
    readonly number: string
    readonly account: string
    readonly device: string
    readonly label: string
    /** Null for the vault's own window. */
    readonly site: string | null
    /** Milliseconds since the epoch. */
    readonly askedAt: number
    readonly confirmedAt: number | null
  }[]
}

/** An address that a visitor gave after connecting, and confirmed by a code. */
export interface CapturedEmail {
  /** CAIP-10, as the page said: no wallet signed it. */
  readonly account: string
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly confirmedAt: number
}

/** `GET /operator/v1/projects/{id}/emails`: the newest first. */
export interface EmailsPage {
  readonly emails: readonly CapturedEmail[]
  /** Of all pages. */
  readonly total: number
  /** For the next page; null at the end. */
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
