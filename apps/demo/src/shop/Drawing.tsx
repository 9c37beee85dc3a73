import type { ReactElement } from 'react'
import type { Shape } from './products.ts'

/** Draws a product. The shop has no photographs, so it needs no image server. */
export function Drawing({ shape }: { readonly shape: Shape }): ReactElement {
  return (
    <svg
      className={`drawing drawing-${shape}`}
      viewBox="0 0 200 160"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse className="shade" cx="100" cy="139" rx="62" ry="7" />
      {drawings[shape]}
    </svg>
  )
}

const drawings: Readonly<Record<Shape, ReactElement>> = {
  cup: (
    <>
      <path className="line" d="M134 74c26-6 30 34-4 34" strokeWidth="9" />
      <path className="body" d="M62 58h76l-5 68a14 14 0 0 1-14 13H81a14 14 0 0 1-14-13z" />
      <path className="glaze" d="M62 58h76l-2 30c-12 8-22-4-34 3s-26 6-38-2z" />
      <ellipse className="rim" cx="100" cy="58" rx="38" ry="8" />
    </>
  ),
  bowl: (
    <>
      <path className="body" d="M42 72h116c0 40-24 62-48 66H90c-24-4-48-26-48-66z" />
      <path
        className="glaze"
        d="M42 72h116c-1 10-3 18-6 26-16 8-30-6-50 2s-40 4-54-4c-3-8-5-15-6-24z"
      />
      <ellipse className="rim" cx="100" cy="72" rx="58" ry="11" />
    </>
  ),
  vase: (
    <>
      <path className="stem" d="M98 40C94 22 84 16 78 8M102 40c2-18 10-26 20-32M100 40V6" />
      <path
        className="body"
        d="M88 40h24c-2 22 26 34 26 62 0 24-16 37-38 37s-38-13-38-37c0-28 28-40 26-62z"
      />
      <path
        className="glaze"
        d="M63 94c20 8 34-6 52 0 8 3 16 3 22 0 2 8 1 14 0 18-14 6-26-4-40 0s-24 4-34-2c-1-6-1-10 0-16z"
      />
      <ellipse className="rim" cx="100" cy="40" rx="12" ry="3.5" />
    </>
  ),
  plate: (
    <>
      <ellipse className="body" cx="100" cy="104" rx="78" ry="32" />
      <ellipse className="glaze" cx="100" cy="100" rx="70" ry="27" />
      <ellipse className="rim" cx="100" cy="99" rx="46" ry="16" />
    </>
  ),
  teapot: (
    <>
      <path className="line" d="M62 70C62 26 138 26 138 70" strokeWidth="7" />
      <path className="body" d="M140 96c18 0 20-22 34-26l4 8c-10 10-12 34-36 38z" />
      <path
        className="body"
        d="M54 96c0-22 20-34 46-34s46 12 46 34c0 28-18 43-46 43S54 124 54 96z"
      />
      <path className="glaze" d="M55 88c4-17 22-26 45-26s41 9 45 26c-14 10-28-2-45 4s-33 4-45-4z" />
      <path className="rim" d="M78 64c4-10 40-10 44 0-10 4-34 4-44 0z" />
      <circle className="body" cx="100" cy="53" r="6" />
    </>
  ),
  candle: (
    <>
      <path className="flame" d="M100 14c10 14 10 24 0 26-10-2-10-12 0-26z" />
      <path className="wax" d="M90 42h20v58H90z" />
      <path className="body" d="M76 98h48l-4 18H80z" />
      <path className="glaze" d="M56 114h88c2 16-12 25-44 25s-46-9-44-25z" />
      <ellipse className="rim" cx="100" cy="98" rx="24" ry="5" />
    </>
  ),
}
