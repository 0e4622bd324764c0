import { formatCount } from "../../../../text/presentation/index.ts";
import { chunkName, type FilesPage, type ShownFile } from "../../../wire/index.ts";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { LongText } from "../../parts/texts/long-text.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { DiffText } from "./diff-text.tsx";

/** Files open at first. */
const FIRST_OPEN = 3;

/** Shows the files a trial left: diffs, pictures and texts. Nothing is executed or parsed as markup. */
export function TrialFiles({ ids }: { ids: readonly [string, string, string, number] }) {
  return (
    <Waiting loading={chunk<FilesPage>(chunkName("files", ...ids)).value} missing="Its files could not be read.">
      {({ files }) => (
        <>
          {files.toSorted(byInterest).map((file, at) => (
            <File key={file.path} file={file} isOpen={at < FIRST_OPEN} />
          ))}
        </>
      )}
    </Waiting>
  );
}

/** Sorts changes first. */
function byInterest(one: ShownFile, other: ShownFile): number {
  const rank = ({ kind }: ShownFile) => ["diff", "image", "text", "hidden"].indexOf(kind);
  return rank(one) - rank(other) || (one.path < other.path ? -1 : 1);
}

function File({ file, isOpen }: { file: ShownFile; isOpen: boolean }) {
  return (
    <details class="file" open={isOpen && file.kind !== "hidden"}>
      <summary>
        <span class="file-name">{file.path}</span>{" "}
        <span class="muted small">
          {file.artifact_type.replaceAll("_", " ")}, {formatCount(file.bytes)} bytes
        </span>
      </summary>
      <Content file={file} />
    </details>
  );
}

function Content({ file }: { file: ShownFile }) {
  if (file.kind === "hidden") return <p class="muted">Not shown: {file.why}.</p>;
  if (file.kind === "image")
    return (
      <figure class="picture">
        <img
          src={file.source}
          alt={`What the trial left as ${file.path}`}
          width={file.width}
          height={file.height}
          loading="lazy"
          decoding="async"
        />
        <figcaption class="muted small">
          {file.width} × {file.height}
        </figcaption>
      </figure>
    );
  return (
    <Scrolls label={file.path}>
      <pre class="raw">{file.kind === "diff" ? <DiffText text={file.text} /> : <LongText text={file.text} />}</pre>
    </Scrolls>
  );
}
