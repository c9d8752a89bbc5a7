import { html, type Html } from './html.ts'

interface Frame {
  title: string
  style: string
  /** Links to the other documents. */
  documents: Html
  contents: Html
  main: Html
}

/** A page of the documentation, without scripts: its contents are a menu on narrow screens and a column on wide ones. */
export function frame({ title, style, documents, contents, main }: Frame): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <header class="top">${documents}</header>
        <details class="menu" id="contents">
          <summary>Contents</summary>
          <nav aria-label="Contents">${contents}</nav>
        </details>
        <div class="columns">
          <nav class="side" aria-label="Contents">${contents}</nav>
          <main>${main}</main>
        </div>
      </body>
    </html> `.text
}
