// The choice of a piece for a pawn that has come to the end.

import { PromotionDialog } from "cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js";
import "cm-chessboard/assets/extensions/promotion-dialog/promotion-dialog.css";

/** The dialog of cm-chessboard, which by itself lies half a square off, over the neighbours. */
export class PromotionChoice extends PromotionDialog {
  redrawDialog() {
    super.redrawDialog();
    const frame = this.promotionDialogGroup.querySelector(".promotion-dialog");
    if (!frame) return;
    const { view } = this.chessboard;
    const aside = view.squareToPoint(this.state.dialogParams.square).x - Number(frame.getAttribute("x"));
    const up = (view.squareHeight / 2) * (this.turned ? 1 : -1);
    this.promotionDialogGroup.setAttribute("transform", `translate(${aside} ${up})`);
  }
}
