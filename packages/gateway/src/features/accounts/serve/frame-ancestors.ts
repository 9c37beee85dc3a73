import type { Project } from '../../../data/project-store.ts'

/**
 * Pages that may embed the vault for a project without configured origins: those served from this
 * machine.
 */
const localOrigins = [
  'http://localhost:*',
  'http://*.localhost:*',
  'http://127.0.0.1:*',
  'https://localhost:*',
]
/** Pattern of an allowed source in a CSP, without characters that could end the directive. */
const cspSourcePattern = /^[a-z][a-z\d+.-]*:\/\/(?:\*\.)?[a-z\d._-]+(?::(?:\d{1,5}|\*))?$/i

/**
 * Returns the origins that may embed the vault for a project, as CSP rules: `*.` means any
 * subdomain, `:*` any port.
 */
export function embedOrigins({ origins }: Pick<Project, 'origins'>): readonly string[] {
  return origins.length ? origins.filter((origin) => cspSourcePattern.test(origin)) : localOrigins
}

/** Returns the CSP directive `frame-ancestors` with these rules. */
export function frameAncestors(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length ? origins.join(' ') : "'none'"}`
}
