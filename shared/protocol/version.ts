/**
 * Version of what crosses the wire in sync. Append-only history:
 * 1: push, pull, events, resumable attachments.
 */
export const protocolVersion = 1
/** Version of the mutation catalogue and the synced rows. 1: first. */
export const schemaVersion = 1
/** Oldest schema whose pushes the server still takes. */
export const minSchemaVersion = 1
