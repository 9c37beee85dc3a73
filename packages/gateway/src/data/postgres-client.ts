import type { ClientConfig } from 'pg'

/**
 * Settings of every PostgreSQL connection: UTC whatever the server's default, and keep-alive to
 * detect a lost peer.
 */
export function postgresClient(url: string): ClientConfig {
  const { searchParams } = new URL(url)
  const address = new URL(url)
  address.searchParams.delete('options')
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // With these keep-alive settings the server also drops a lost client, and its locks are free
    // after about 25 s.
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
  }
  const ownOptions = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return {
    connectionString: address.href,
    application_name: 'latchkey-gateway',
    options: [searchParams.get('options') ?? '', ...ownOptions].join(' ').trim(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}
