import type { ReportSection } from "./figures.ts";

/** A campaign's labels compared with its judges. */
export interface CalibrationPage {
  name: string;
  /** Number of labels, and which ones count. */
  head: string[];
  questions: CalibratedQuestion[];
  /** Share of comparisons in which judges prefer the same answer as people. */
  preferences: ReportSection[];
}

/** Question that people answered about the campaign's trials. */
export interface CalibratedQuestion {
  question: string;
  /** Each judge compared with people. */
  trust: ReportSection;
  /** Parts with larger differences: by subject, length and position. */
  parts: ReportSection;
  corrected: CorrectedCard;
  curve: CurvePicture;
  disagreements: FarApart[];
}

/** Figures corrected by labels, or why there are none. */
export interface CorrectedCard {
  question: string;
  figures: CorrectedFigure[];
  lines: string[];
}

/** Corrected figure beside the judge's, to draw and in words. */
export interface CorrectedFigure {
  name: string;
  /** One subject, or two for the difference second − first. */
  subjects: string[];
  /** Range of its axis. */
  axis: { low: number; high: number };
  judge_alone: number;
  corrected: DrawnEstimate;
  labels_alone: DrawnEstimate;
  words: {
    judge_alone: string;
    corrected: string;
    interval: string;
    labels_alone: string;
    labels: string;
    lambda: string;
  };
}

export interface DrawnEstimate {
  value: number;
  /** Null without an interval. */
  low: number | null;
  high: number | null;
  rough: boolean;
}

/** People's scores by the panel's, on equal axes from `low` to `high`. */
export interface CurvePicture {
  low: number;
  high: number;
  ticks: number[];
  points: { judge: number; label: number; low: number | null; high: number | null; count: number; words: string }[];
}

/** Packet on which panel and people differ widely. */
export interface FarApart {
  /** `<subject>/<case>/<repetition>`. */
  trial: string;
  /** Number of other trials with this packet. */
  others: number;
  /** Link to the trial's page. */
  href: string;
  judge: string;
  label: string;
  said: { annotator: string; value: string; quote: string | null; note: string | null }[];
}
