import { jsx } from 'react/jsx-runtime'

export const metadata = { title: 'Bare page', icons: { icon: 'data:,' } }

export default function Layout({ children }) {
  return jsx('html', { lang: 'en', children: jsx('body', { children }) })
}
