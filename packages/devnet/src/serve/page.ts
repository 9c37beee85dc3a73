import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Escapes text for markup and attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(#d5d7de, #3a3d46);
  --quiet: light-dark(#565b6b, #a6abba); --accent: light-dark(#3b4fd8, #a9b4ff); --card: light-dark(#fff, #1d1f26); }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#f4f5f8, #121318); color: light-dark(#15171e, #eef0f6); }
main { max-width: 44rem; margin: 0 auto; padding: 24px 16px 48px; }
main.small { max-width: 25rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 4px; }
p { margin: 0 0 16px; } .quiet { color: var(--quiet); } 
.note { margin-top: 12px; border-left: 3px solid var(--accent); padding-left: 12px; }
a { color: var(--accent); } .field .quiet { margin: 4px 0 0; }
label, legend { display: block; font-weight: 600; margin: 0 0 4px; padding: 0; }
input[type=text] { width: 100%; font: inherit; padding: 10px 12px; border: 1px solid var(--quiet); border-radius: 10px;
  background: var(--card); color: inherit; min-height: 44px; }
.field { margin: 0 0 16px; border: 0; padding: 0; } .choice { font-weight: 400; display: flex; gap: 10px; align-items: center; min-height: 44px; }
.choice input { width: 20px; height: 20px; margin: 0; accent-color: var(--accent); flex: none; }
.fault { color: light-dark(#a8201a, #ffb4ab); margin: 4px 0 0; }
.row { display: flex; flex-wrap: wrap; gap: 12px; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 8px 20px; border-radius: 999px; cursor: pointer;
  border: 1px solid var(--quiet); background: transparent; color: inherit; }
button.main { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #12131a); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dl { margin: 0 0 16px; } dt { color: var(--quiet); } dd { margin: 0 0 8px; overflow-wrap: anywhere; }
ol { list-style: none; margin: 0; padding: 0; }
li, .card { border: 1px solid var(--line); border-radius: 14px; background: var(--card); padding: 16px; margin: 0 0 12px; }
h2 { font-size: 1.0625rem; margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px 0 0; }
summary { cursor: pointer; min-height: 44px; padding: 10px 0; color: var(--accent); }
iframe { width: 100%; height: 320px; border: 1px solid var(--line); border-radius: 10px; background: #fff; color-scheme: light; }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Renders a page without script. `more` extends its CSP, which otherwise allows only the page's own
 * style.
 */
export interface Page {
  readonly title: string
  /** Body of the page as HTML, in which untrusted text is escaped already. */
  readonly body: string
  readonly isSmall?: boolean
  readonly status?: number
  readonly more?: readonly string[]
}

/** Sends a page that loads nothing and cannot be framed. */
export function sendPage(
  response: ServerResponse,
  { title, body, isSmall, status = 200, more = [] }: Page,
): ServerResponse {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [...policy, ...more].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeText(title)}</title>` +
        `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>` +
        `<body><main${isSmall ? ' class="small"' : ''}>${body}</main></body></html>`,
    )
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, status: number, value: unknown): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value))
}

/** Reads the whole body of a request as text, at most 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  const bodyState = { size: 0 }
  for await (const chunk of request) {
    bodyState.size += (chunk as Buffer).length
    if (bodyState.size > 65_536) throw new Error('the body is too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
