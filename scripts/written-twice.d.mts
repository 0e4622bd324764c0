export function writtenTwice(files: ReadonlyMap<string, string>): string[];
