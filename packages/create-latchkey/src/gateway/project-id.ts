/**
 * Makes the id of an app's project at its gateway from the app's name: letters, digits, dashes and
 * underscores. The id is never `demo`, which a gateway refuses in production.
 */
export function toProjectId(name: string): string {
  const id = name
    .replace(/^@[^/]*\//, '')
    .replace(/[^a-z\d_-]+/gi, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 64)
  if (!id) return 'app'
  return id === 'demo' ? 'demo-app' : id
}
