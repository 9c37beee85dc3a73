import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import './app.css'

export const metadata: Metadata = { title: '__APP_NAME__', icons: { icon: 'data:,' } }
export const viewport: Viewport = { colorScheme: 'light dark' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
