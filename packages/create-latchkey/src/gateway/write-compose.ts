import { findChain } from '../chains.ts'
import type { AppChoices } from '../choices.ts'
import { caddyImage, nodeImage, postgresImage } from '../versions.ts'
import { nameNodesVariable } from './nodes-variable.ts'

/**
 * Writes the compose file: the gateway, PostgreSQL for its data, and Caddy in front, which fetches
 * certificates.
 * @param latchkeyVersion - version of the gateway's npm package
 */
export function writeCompose(
  { chains }: Pick<AppChoices, 'chains'>,
  latchkeyVersion: string,
): string {
  const nodes = chains.map((one) => {
    const { id, name } = findChain(one)
    const variable = nameNodesVariable(id)
    return `      ${variable}: \${${variable}:?name a node of ${name} in .env}`
  })
  return `# The gateway of this app, its database, and the server in front of it. Copy .env.example to .env
# first, then: docker compose up --detach
services:
  gateway:
    # No image of the gateway is published yet: this one of Node runs the gateway's npm package, which
    # is fetched at the first start. An image of your own needs Node and npm.
    image: \${LATCHKEY_GATEWAY_IMAGE:-${nodeImage}}
    user: node
    working_dir: /home/node
    entrypoint: ['sh', '-c']
    command:
      - >-
        mkdir -p latchkey-data &&
        cp /etc/latchkey/latchkey.json latchkey-data/ &&
        exec npx --yes @latchkey/gateway@${latchkeyVersion}
    init: true
    environment:
      NODE_ENV: production
      LATCHKEY_GATEWAY_DATA: /home/node/latchkey-data
      DATABASE_URL: postgres://latchkey:\${POSTGRES_PASSWORD:?choose a password in .env}@postgres:5432/latchkey
${nodes.join('\n')}
    volumes:
      - ./gateway/latchkey.json:/etc/latchkey/latchkey.json:ro
      # The home of the user \`node\`: a new volume takes its owner from the image.
      - gateway:/home/node
    depends_on:
      postgres:
        condition: service_healthy
    healthcheck:
      test:
        - CMD
        - node
        - -e
        - "fetch('http://127.0.0.1:4301/ready').then(({ ok }) => process.exit(ok ? 0 : 1))"
      interval: 10s
      timeout: 5s
      start_period: 120s
    restart: unless-stopped

  postgres:
    image: ${postgresImage}
    environment:
      POSTGRES_USER: latchkey
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?choose a password in .env}
      POSTGRES_DB: latchkey
    volumes:
      - postgres:/var/lib/postgresql/data
    healthcheck:
      test: ['CMD', 'pg_isready', '--username', 'latchkey']
      interval: 5s
      timeout: 5s
      retries: 12
    restart: unless-stopped

  caddy:
    image: ${caddyImage}
    environment:
      GATEWAY_DOMAIN: \${GATEWAY_DOMAIN:-localhost}
    ports:
      - '80:80'
      - '443:443'
    volumes:
      - ./gateway/Caddyfile:/etc/caddy/Caddyfile:ro
      - caddy:/data
    depends_on:
      - gateway
    restart: unless-stopped

volumes:
  gateway:
  postgres:
  caddy:
`
}
