import { cookieToInitialState } from '@latchkey/core'
import { ConnectButton } from '@latchkey/modal'
import { KitProvider } from '@latchkey/react'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { kit, modal } from './kit'
import css from './page.css?url'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: css },
  { rel: 'icon', href: 'data:,' },
]

/** Runs on the server: reads who is connected out of the request's cookies. */
export function loader({ request }: Route.LoaderArgs) {
  return { initialState: cookieToInitialState(kit, request.headers.get('cookie')) }
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <KitProvider kit={kit} initialState={loaderData.initialState}>
      <header>
        <strong>My React Router app</strong>
        <ConnectButton modal={modal} />
      </header>
      <main>
        <Outlet />
      </main>
    </KitProvider>
  )
}
