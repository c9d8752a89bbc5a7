import { PROBLEMS } from '../../checks/problem.ts'

/**
 * The documentation page: the contract, rendered by an element of `docs/rapidoc.js`, and the error codes below it. Examples are
 * shown, not filled in: most are filters, which would be sent with whatever is tried.
 */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>uascope API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/docs.css">
<script type="module" src="docs/try-here.js"></script>
<script type="module" src="docs/rapidoc.js"></script>
</head>
<body>
<nav><b>uascope</b> <a href="#errors">Error codes</a> <a href="openapi.yaml">openapi.yaml</a> <a href="openapi.json">openapi.json</a></nav>
<rapi-doc spec-url="openapi.json" render-style="read" theme="light" load-fonts="false" show-header="false"
 allow-server-selection="false" allow-spec-url-load="false" allow-spec-file-load="false" update-route="false" schema-style="table" fill-request-fields-with-example="false"
 regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace"></rapi-doc>
<main>
<h1 id="errors">Error codes</h1>
<p>Every error is a problem document (<code>application/problem+json</code>, RFC 9457). Its <code>code</code> is one of these.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead>
<tbody>
${Object.entries(PROBLEMS)
  .map(
    ([code, { status, title, doc }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status} ${title}</td><td>${prose(doc)}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`
}

/** Text with code between backticks. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
