import type { Project } from '../../../data/project-store.ts'

/** Pages that may embed the vault for a project without origins: those on this machine. */
const localOrigins = [
  'http://localhost:*',
  'http://*.localhost:*',
  'http://127.0.0.1:*',
  'https://localhost:*',
]
/** A CSP source, without characters that could end it. */
const cspSourcePattern = /^[a-z][a-z\d+.-]*:\/\/(?:\*\.)?[a-z\d._-]+(?::(?:\d{1,5}|\*))?$/i

/**
 * Origins that may embed the vault for a project, as rules: `*.` for any subdomain, `:*` for any
 * port.
 */
export function embedOrigins({ origins }: Pick<Project, 'origins'>): readonly string[] {
  return origins.length ? origins.filter((origin) => cspSourcePattern.test(origin)) : localOrigins
}

/** The directive `frame-ancestors` of these rules. */
export function frameAncestors(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length ? origins.join(' ') : "'none'"}`
}
