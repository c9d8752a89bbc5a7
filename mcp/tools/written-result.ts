import type { ToolResult } from './tool.ts'

/** A result as JSON, which is all that most callers need: values are made of it for those who look into them. */
export class WrittenResult implements ToolResult {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  get content(): ToolResult['content'] {
    return [{ type: 'text', text: this.json }]
  }

  get structuredContent(): Record<string, unknown> {
    return JSON.parse(this.json) as Record<string, unknown>
  }

  /** What is read of it is what is written of it. */
  toJSON(): ToolResult {
    return { content: this.content, structuredContent: this.structuredContent }
  }
}
